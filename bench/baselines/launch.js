import module from "node:module";
import { modulesFolder } from "../../bin/cache-folder.js";

/** Starts a bundle as `bin/service-emulator.js` does, with the compile cache of Node 22 and later. */
const { enableCompileCache } = /** @type {{ enableCompileCache?: (folder: string) => void }} */ (
  /** @type {unknown} */ (module)
);
const folder = modulesFolder();
if (folder !== undefined) enableCompileCache?.(folder);
await import(process.argv[2] ?? "");
