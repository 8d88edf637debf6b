#!/usr/bin/env node
import module from "node:module";

// What starts an emulator is one file, and comes compiled; all else is loaded in small parts.
const [word = ""] = process.argv.slice(2);
const isStart = /^(start|exec|-.*|)$/.test(word) && !/^(-h|--help|-V|--version)$/.test(word);

const start = isStart ? (await import("./compiled.js")).loadStart() : undefined;
// Node 22 and later keep the compiled code of modules by themselves.
if (start === undefined) module.enableCompileCache?.();
const { main } = start ?? (await import("../dist/cli.js"));
await main(process.argv);
