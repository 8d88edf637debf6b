import { Empty } from "../../parts/layout.tsx";
import { RunCommand } from "../../parts/run-command.tsx";
import { ShowFile } from "./show-file.tsx";

/** What to run, where nothing was explored yet. */
export const Nothing = () => (
  <Empty
    title="Nothing was explored on this emulator yet"
    says="This command runs your client again and again, each time under other faults. It starts an emulator of its own, and prints the URL of this view there:"
    command="service-emulator explore -- npm run sync"
  >
    <RunCommand />
    <p>
      In a test, <code>explore(emulator, client)</code> shows here as it runs. The result of a run
      in CI is its <code>explore.json</code>:
    </p>
    <ShowFile />
  </Empty>
);
