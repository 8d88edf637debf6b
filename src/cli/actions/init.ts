import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { Failure, shellWord, print } from "../terminal/terminal.ts";
import { packageRoot } from "../../seeding/shipped.ts";
import { makeFolders } from "../../seeding/output-file.ts";

const names = [
  "service-emulator.config.yaml",
  "fixtures/people.yaml",
  "scenarios/rate-limited.yaml",
];

/** Writes a config, a fixture and a scenario to begin with: all of them, or none where one is there. */
export function init(folder: string, { force, json }: { force?: boolean; json?: boolean }): void {
  const there = names.filter((name) => existsSync(join(folder, name)));
  if (there.length > 0 && !force) {
    const shown = there.map((name) => join(folder, name)).join(", ");
    const is = there.length === 1 ? "is" : "are";
    throw new Failure(`${shown} ${is} there already: nothing was written; --force overwrites`, 2);
  }
  const written = names.map((name) => {
    const file = join(folder, name);
    try {
      makeFolders(dirname(file));
      const inside = realpathSync(dirname(file));
      writeFileSync(file, withSchema(join(packageRoot(), "fixtures/project", name), inside));
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      throw new Failure(`${file} cannot be written (${code}): give a folder that can be`, 3);
    }
    return file;
  });
  print(json, { written }, () => textOf(written, folder));
}

/** A file of the package; its first line tells editors where its schema is, by a path that holds on other machines. */
function withSchema(file: string, folder: string): string {
  return readFileSync(file, "utf8").replace(/(?<=\$schema=).*/, (path) =>
    relative(folder, resolve(dirname(file), path)).replaceAll(sep, "/"),
  );
}

function textOf(written: readonly string[], folder: string): string {
  const into = resolve(folder) === process.cwd() ? [] : [`  cd ${shellWord(folder)}`];
  return [
    ...written.map((file) => `wrote ${file}`),
    "",
    "Next:",
    ...into,
    "  service-emulator                                start it with them",
    "  service-emulator config print                   its settings, and where each comes from",
    "  service-emulator exec -- npm test               an emulator for one command",
    "  service-emulator scenario run scenarios/rate-limited.yaml -- node my-client.js",
  ].join("\n");
}
