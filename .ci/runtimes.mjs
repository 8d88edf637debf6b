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
