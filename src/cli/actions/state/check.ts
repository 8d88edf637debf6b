import { counted } from "../../../report/figures.ts";
import { wholeApi } from "../../../areas/index.ts";
import { checkFolder, recoverFolder, type FolderCheck } from "../../../durable/check.ts";
import type { Recovered } from "../../../durable/check.ts";
import { DataFolderError } from "../../../durable/data-folder-error.ts";
import { columns } from "../../../control/act.ts";
import { version } from "../../../version.ts";
import type { Told } from "../../options/start-options.ts";
import { Failure, shellWord, print, terminal, thrownAs } from "../../terminal/terminal.ts";
import { tableOf } from "../../terminal/table.ts";
import { resolve } from "node:path";

/** Prints what is in a folder, and exits with 1 if it is damaged, 3 if it is mixed; or keeps what is sound of it. */
export async function checkState(
  folder: string,
  values: Told<"recover" | "json", boolean>,
): Promise<void> {
  const [api, path] = [wholeApi(), resolve(folder)];
  const failed = thrownAs((error) =>
    error instanceof DataFolderError ? new Failure(error.message, 3) : error,
  );
  if (values.recover) {
    const recovered = await recoverFolder(api, path, version).catch(failed);
    return print(values.json, recovered, textOfRecovery);
  }
  const check = await checkFolder(api, path).catch(failed);
  print(values.json, check, (each) => textOf(each, folder));
  if (!check.sound) terminal().exitCode = check.mixed ? 3 : 1;
}

function textOf(check: FolderCheck, given: string): string {
  const { kind, sound, problem, files } = check;
  if (kind === "empty") return "The folder is empty. An emulator would begin with fixtures.";
  const table = files.length === 0 ? [] : [tableOf(fileColumns, files), ""];
  if (sound) return [...table, `The ${kind} is whole.`, ...notesOf(check)].join("\n");
  const lines = [...table, `${problem}.`];
  if (check.keeps === null) lines.push("Nothing can be kept of it: put a copy in its place.");
  else {
    lines.push(`--recover would keep ${keptOf(check)}.`, lostOf(check));
    lines.push(`Run: service-emulator state check ${shellWord(given)} --recover`);
  }
  return [...lines, ...notesOf(check)].join("\n");
}

function textOfRecovery(recovered: Recovered): string {
  const { movedTo, problem } = recovered;
  if (movedTo === null) return "Nothing is damaged, and nothing was changed.";
  return [
    `${problem}.`,
    `Kept: ${keptOf(recovered)}.`,
    lostOf(recovered),
    `Everything as it was: ${movedTo}`,
  ].join("\n");
}

const fileColumns = columns<FolderCheck["files"][number]>(
  "FILE=name",
  {
    head: "HOLDS",
    cell({ records, lines }) {
      if (records !== undefined) return counted(records, "record");
      return lines === undefined ? "" : counted(lines, "line");
    },
  },
  "state",
);

const keptOf = ({ keeps }: FolderCheck): string =>
  keeps === null
    ? "nothing"
    : `the ${counted(keeps.records, "record")} of the base and ${counted(keeps.lines, "line")} of what was ` +
      `written since, up to ${keeps.until}`;

const lostShown = 10;

function lostOf({ lost }: FolderCheck): string {
  if (lost.length === 0) return "Nothing is lost.";
  const more = lost.length - lostShown;
  const rest = more > 0 ? [`and ${more} more (--json lists them)`] : [];
  return `Lost: ${[...lost.slice(0, lostShown).map(nameOf), ...rest].join(", ")}.`;
}

function nameOf({ kind, id, file, line, isThere }: FolderCheck["lost"][number]): string {
  const place = line === null ? file : `${file}:${line}`;
  if (kind === null || id === null) return `what ${place} had`;
  return `${isThere ? "the last change of " : ""}${kind} ${id} (${place})`;
}

function notesOf({ files, aside }: FolderCheck): string[] {
  const open = files.find(({ state }) => state === "not closed");
  const torn = files.find(({ state }) => state === "broken off");
  const [first, ...others] = files.filter(({ name }) => name.startsWith("base-"));
  const notes = [
    first &&
      others[0] &&
      `${first.name} and its logs are kept for the day on which ${others[0].name} is damaged.`,
    open &&
      `${open.name} was not closed: an emulator has it, or crashed. If the disk lost its end, nothing shows it.`,
    torn &&
      `The last line of ${torn.name} was broken off before it was answered. The next start cuts it off.`,
    aside.length === 0 ? undefined : `Put aside by earlier recoveries: ${aside.join(", ")}`,
  ];
  return notes.filter((note) => note !== undefined);
}
