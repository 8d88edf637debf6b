import { useState } from "preact/hooks";
import { curlOfControl } from "../client/commands.ts";
import { ActButton } from "./act-button.tsx";
import { TextArea } from "./fields.tsx";
import { usePage } from "./page.ts";

/** Adds records as a fixture file has them. @param document what to begin with */
export function AddForm({ label, document }: { label: string; document: object }) {
  const { store } = usePage();
  const [typed, type] = useState<string | undefined>(undefined);
  const text = typed ?? JSON.stringify(document, null, 2);
  const account = store.account.value;
  const act = {
    command: curlOfControl("/seed", text.replace(/\s*\n\s*/g, " ")),
    run: async () => {
      await store.control.call("POST /seed", { account }, JSON.parse(text));
      store.changes.value += 1;
      type(undefined);
    },
    done: "Added. A reset takes it away again.",
  };
  return (
    <details class="sect">
      <summary>{label}</summary>
      <TextArea label="As a fixture file has it" value={text} change={type} />
      <div class="pad">
        <ActButton act={act} isMain text="Add" />
      </div>
    </details>
  );
}
