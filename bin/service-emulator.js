#!/usr/bin/env node
const { enableCompileCache } = require("node:module");

// What starts an emulator is one file, and comes compiled; all else is loaded in small parts.
const [word = ""] = process.argv.slice(2);
const isStart = /^(start|exec|-.*|)$/.test(word) && !/^(-h|--help|-V|--version)$/.test(word);

if (isStart) void require("./compiled.js").loadStart().main(process.argv);
else {
  // Node 22 and later keep the compiled code of modules by themselves.
  enableCompileCache?.();
  void import("../dist/cli.js").then(({ main }) => main(process.argv));
}
