import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

/** Now, as the emulators of tests have it. */
export const noon = Date.parse("2026-07-20T12:00:00Z");
export const day = 86_400_000;

/** An account of a fixture, with every record of each collection. */
export async function historic(text: string) {
  const ways = await emulate({ fixtures: [fixtureFile(text)] });
  const all = (kind: string) =>
    ways.emulator.state.get(kind, { limit: 10_000 }).records as readonly Record<string, any>[];
  /** The events of a metric. */
  const happened = (name: string) => {
    const ids = all("metric").flatMap((each) => (each["name"] === name ? [each["id"]] : []));
    return all("event").filter(({ metric }) => ids.includes(metric));
  };
  const people = () => new Map(all("profile").map((each) => [each["id"], each]));
  return { ...ways, all, happened, people };
}
