import module from "node:module";

/** Starts a bundle as `bin/service-emulator.js` does, with the compile cache of Node 22 and later. */
/** @type {{ enableCompileCache?: () => void }} */ (module).enableCompileCache?.();
await import(process.argv[2] ?? "");
