/**
 * Where the package is promised to run. Whatever tries it, or tells of it, reads this table: the check of the package,
 * the tests on every Node, CI, and the line of the README.
 */

/**
 * Nodes, the oldest first, each as the registry has it, with the day on which its support ends (`20.19` has ended, and is
 * the oldest that still works).
 */
export const nodes = [
  { version: "20.19.6", ends: "2026-04-30" },
  { version: "22.23.3", ends: "2027-04-30" },
  { version: "24.21.0", ends: "2028-04-30" },
  { version: "26.10.0", ends: "2029-04-30" },
];

/** The Node on which CI runs everything: the newest with long-term support. */
export const newest = nodes.at(-1);

/** TypeScripts that read the package's types, the oldest first. */
export const typescripts = ["5.4.5", "5.9.3", "6.0.3", "7.0.2"];

/** Runtimes beside Node: their package in the registry (for Linux on x64), the binary in it, and how it runs a file. */
export const others = [
  { name: "Bun", version: "1.4.5", from: "@oven/bun-linux-x64", binary: "bin/bun", run: [] },
  {
    name: "Deno",
    version: "2.9.6",
    from: "@deno/linux-x64-glibc",
    binary: "deno",
    run: ["run", "-A"],
  },
];

/**
 * Package managers, from the registry as well: those that are scripts need a Node. Each takes a tarball in with the words
 * of `add`, and then runs a command with those of `exec`.
 */
export const managers = [
  ...["11.21.2", "12.2.0"].map((version) => ({
    name: "npm",
    version,
    from: "npm",
    script: "bin/npm-cli.js",
    add: (tarball) => ["install", "--no-audit", "--no-fund", tarball],
    exec: ["exec", "--no", "--"],
  })),
  {
    name: "pnpm",
    version: "12.21.0",
    from: "@pnpm/exe.linux-x64",
    binary: "pnpm",
    add: (tarball) => ["add", tarball],
    exec: ["exec"],
  },
  {
    name: "Yarn",
    version: "4.18.1",
    from: "@yarnpkg/cli-dist",
    script: "bin/yarn.js",
    add: (tarball) => ["add", `service-emulator@file:${tarball}`],
    exec: ["run"],
  },
  { ...others[0], add: (tarball) => ["add", tarball], exec: ["run"] },
];

const major = ({ version }) => version.split(".")[0];
const minor = ({ version }) => version.split(".").slice(0, 2).join(".");
const listed = (words) =>
  [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");

/** What is tried, in two sentences: the line of the README. */
export function triedText() {
  const [oldest, ...newer] = nodes;
  const versions = listed([minor(oldest), ...newer.map(major)]);
  const runtimes = listed(others.map((each) => `${each.name} ${minor(each)}`));
  const names = [...new Set(managers.map(({ name }) => name))];
  const installed = names.map((name) => {
    const all = managers.filter((each) => each.name === name);
    return `${name} ${listed(all.map(major))}`;
  });
  return `It is tried on Node ${versions}, and on ${runtimes}, installed by ${installed.join(", ")}.`;
}
