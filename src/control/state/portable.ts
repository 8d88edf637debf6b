import { object, string } from "../../contract/shape.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import type { Exported } from "../../emulation/export.ts";
import type { Imported } from "../../emulation/import.ts";
import type { ControlOperation } from "../operation.ts";

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

const folderShape = object({ folder: string({ minLength: 1 }) });
type FolderBody = { readonly folder: string };

export const portableOperations: readonly ControlOperation[] = [
  {
    method: "POST",
    path: "/_emulator/export",
    does: 'writes the state of all accounts into { "folder": "/absolute/path" }, whole or not at all',
    whole: "a folder holds the state of all accounts",
    body: folderShape,
    run: ({ emulation, body }) => exportTo(emulation, (body as unknown as FolderBody).folder),
  },
  {
    method: "POST",
    path: "/_emulator/import",
    does: 'puts the state that is in { "folder": "/absolute/path" } in the place of the present one',
    whole: "a folder holds the state of all accounts",
    body: folderShape,
    run: ({ emulation, body }) => importFrom(emulation, (body as unknown as FolderBody).folder),
  },
];
