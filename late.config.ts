/** What few starts need, but is imported at the top of what all need: it is loaded when something of it is asked for. */
const few = [
  "nedb-promises",
  "https",
  "node:child_process",
  "node:dns/promises",
  "node:fs/promises",
  "node:https",
  "node:readline/promises",
  "node:stream/promises",
  "node:tls",
  "node:tty",
  "node:zlib",
];

/** A start takes 7 % less processor time with it on Node 22 (`bench --only startup`: processor time, warm). */
export const late = {
  name: "late",
  resolveId: {
    // Before others say that it stays outside.
    order: "pre",
    handler: (id: string, _?: string, { kind = "" } = {}) =>
      few.includes(id) ? `\0late ${kind === "require-call" ? "whole " : ""}${id}` : undefined,
  } as const,
  async load(id: string) {
    const [, whole, name] = /^\0late (whole )?(.*)/.exec(id) ?? [];
    if (name === undefined) return undefined;
    // Whoever requires it has all of it: each part is read when it is asked for.
    if (whole !== undefined) {
      return [
        'const { createRequire } = require("node:module");',
        "let known;",
        `const found = () => (known ??= createRequire(__filename)("${name}"));`,
        "module.exports = new Proxy({}, { get: (_, part) => found()[part] });",
      ].join("\n");
    }
    const found = await import(name);
    const parts = Object.keys(found).filter(
      (each) => /^[a-z]\w*$/i.test(each) && each !== "default",
    );
    // What is called is asked for when it is called; what is read, with the module that reads it.
    const isCalled = (part: string) => /^[a-z]/.test(part) && typeof found[part] === "function";
    const code = [
      'import { createRequire } from "node:module";',
      "let known;",
      `const found = () => (known ??= createRequire(import.meta.url)("${name}"));`,
      "const read = (part) => found()[part];",
      // A method of the whole is called on the whole.
      "const own = (value) => (typeof value === 'function' ? value.bind(found()) : value);",
      "export default /* @__PURE__ */ new Proxy({}, { get: (_, part) => own(found()[part]) });",
      ...parts.map((part) =>
        isCalled(part)
          ? `export const ${part} = (...given) => found().${part}(...given);`
          : `export const ${part} = /* @__PURE__ */ read("${part}");`,
      ),
    ];
    return { code: code.join("\n"), moduleSideEffects: false };
  },
};
