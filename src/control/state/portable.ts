import { operationsOf } from "../act.ts";
import { portableActs } from "../acts/state.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import type { Exported } from "../../emulation/export.ts";
import type { Imported } from "../../emulation/import.ts";

/** Files are read and written only when somebody asks for it. */
const load = () =>
  Promise.all([import("../../emulation/export.ts"), import("../../emulation/import.ts")]);

export async function exportTo(emulation: Emulation, folder: string): Promise<Exported> {
  // Before anything is waited for: what is written is the state of now.
  const { world, version } = emulation;
  const present = { snapshot: world.snapshot(), exported: world.clock.now(), version };
  const [{ exportState }] = await load();
  return exportState(present, folder);
}

export async function importFrom(emulation: Emulation, folder: string): Promise<Imported> {
  const [, { importState }] = await load();
  const imported = await importState(emulation, folder);
  const notice = { of: "reset", what: "imported", only: null, account: null } as const;
  emulation.world.notices.tell(notice);
  return imported;
}

export const portableOperations = operationsOf(portableActs, {
  export: ({ emulation, body }) => exportTo(emulation, body.folder),
  import: ({ emulation, body }) => importFrom(emulation, body.folder),
});
