import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this package, whether its sources run or a bundle of them. */
export function packageRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  for (let folder = start; ; folder = dirname(folder)) {
    const about = join(folder, "package.json");
    if (existsSync(about)) {
      const { name } = JSON.parse(readFileSync(about, "utf8")) as { name?: string };
      if (name === "service-emulator") return folder;
    }
    if (folder === dirname(folder)) throw new Error(`no package above ${start}`);
  }
}
