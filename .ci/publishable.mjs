// Before the package is published: its manifest says whose it is, or npm refuses its provenance.
import { readFileSync } from "node:fs";

for (const name of ["package.json", "docs/SECURITY.md"]) {
  if (!readFileSync(new URL(`../${name}`, import.meta.url), "utf8").includes("/OWNER/")) continue;
  console.error(`${name}: OWNER stands for the owner of the repository: write its name there`);
  process.exitCode = 1;
}
