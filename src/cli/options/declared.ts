import { type Command, Option } from "commander";
import { readDuration, readDurations, readNames, readPair, readText, readWord } from "./values.ts";

type Reads = Readonly<Record<string, (text: string, before: never) => unknown>>;

/** How a value is read where nothing else is said, by what stands for it. */
const readers: readonly (readonly [places: RegExp, reads: Reads[string]])[] = [
  [/=/, readPair],
  [/^duration$/, readDuration],
  [/^times$/, readDurations],
  [/^(?:names|hosts|kinds)$/, readNames],
  [/^(?:word|token)$/, readWord],
  [/^(?:path|folder|file|command|url|revision|address|mode|datetime|part\/of)$/, readText],
];

/** Options as help shows them, one a line. @param reads values, by the option's name or by what stands for the value */
export const declared = (
  lines: string,
  reads: Reads = {},
  also: Readonly<Record<string, (option: Option) => unknown>> = {},
): Option[] =>
  lines.match(/\S.*/g)?.map((line) => {
    const [flags = "", does] = line.split(/ {2}(.*)/);
    const option = new Option(flags, does);
    const name = option.attributeName();
    const [, place = ""] = /<(.+)>/.exec(flags) ?? [];
    const [, usual] = readers.find(([places]) => places.test(place)) ?? [];
    const read = reads[name] ?? reads[place] ?? usual;
    if (read !== undefined) option.argParser(read as () => unknown);
    also[name]?.(option);
    return option;
  }) ?? [];

export function withOptions(command: Command, options: readonly Option[]): Command {
  for (const each of options) command.addOption(each);
  return command;
}
