#!/usr/bin/env node
const { enableCompileCache } = require("node:module");

// What starts an emulator is one file, and comes compiled; all else is loaded in small parts.
const [word = ""] = process.argv.slice(2);
const isStart = /^(start|exec|-.*|)$/.test(word) && !/^(-h|--help|-V|--version)$/.test(word);

if (isStart) {
  const start = built(() => require("./compiled.js").loadStart());
  if (start !== undefined) void start.main(process.argv);
} else {
  built(() => {
    // Node 22 and later keep the compiled code of modules: by themselves, where anybody may have come first.
    const folder = enableCompileCache && require("./cache-folder.js").modulesFolder();
    if (folder !== undefined) enableCompileCache(folder);
    void require("../dist/cli.cjs").main(process.argv);
  });
}

/** @template T @param {() => T} load @returns {T | undefined} nothing where there is no build */
function built(load) {
  try {
    return load();
  } catch (error) {
    return unbuilt(error);
  }
}

/** A clone has no build before its packages are installed. @param {any} error @returns {undefined} */
function unbuilt(error) {
  if (!["ENOENT", "MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"].includes(error?.code)) throw error;
  console.error(
    "service-emulator: the package is not built: run npm ci in a clone, or install the package again",
  );
  process.exitCode = 3;
}
