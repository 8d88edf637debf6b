import { type Command, Option } from "commander";
import { placesOf, type Act, type Option as ActOption, type Said } from "../../control/act.ts";
import type { Subject } from "../../control/act.ts";
import type { Says } from "../actions/act.ts";
import { controlled } from "../options/command-options.ts";
import { flagOf } from "../terminal/texts.ts";
import { numberOrText, readCount, readDuration, readJsonPair } from "../options/values.ts";
import { readNames, readOperation, readPair, readStatus, readText } from "../options/values.ts";
import { readTexts } from "../options/values.ts";

/** How values are read, by what stands for them, by the kind of their shape, or by a name that is told. */
const readers: Readonly<Record<string, (text: string, before: never) => unknown>> = {
  integer: readCount,
  string: readText,
  text: readText,
  number: numberOrText,
  "<rate>": numberOrText,
  "<time>": numberOrText,
  list: readNames,
  "<scopes>": readNames,
  "<parts>": readNames,
  texts: readTexts,
  "<by>": readDuration,
  "<duration>": readDuration,
  operation: readOperation,
  status: readStatus,
  "<path=json>": readJsonPair,
  "<path=name>": readPair,
  "<path=type>": readPair,
};

/** What the command line has of its own for a subject, by the names of its commands: loaded when one of them runs. */
interface Own {
  readonly says?: Says;
  readonly sends?: Readonly<Record<string, NonNullable<Said["sends"]>>>;
  /** What a command does in place of the one call. */
  readonly does?: Readonly<Record<string, (...typed: never[]) => Promise<void>>>;
}

/** Declares the commands of a subject. @param also how those are declared that are no acts */
export const acts =
  (
    { name, help, acts: all, order }: Subject,
    load?: () => Promise<Own>,
    also: Readonly<Record<string, (group: Command) => void>> = {},
  ) =>
  (program: Command): void => {
    const said = new Map(
      Object.values(all).flatMap((act) =>
        act.commands.map((each) => [/^\w*/.exec(each.words)?.[0] ?? "", { act, each }]),
      ),
    );
    const group = said.has("") ? program : program.command(name).description(help);
    const names = order?.split(" ") ?? [...said.keys()];
    const first = names.find((word) => word === "list" || word === "show");
    for (const word of names) {
      const found = said.get(word);
      if (found === undefined) {
        also[word]?.(group);
        continue;
      }
      const { act, each } = found;
      const command = controlled(group, word || name, each.help, word === first);
      declare(command, act, each).action(async (...typed: unknown[]) => {
        const own = await load?.();
        const does = own?.does?.[word];
        if (does !== undefined) return does(...(typed as never[]));
        const { perform } = await import("../actions/act.ts");
        const { [word]: sends = each.sends } = own?.sends ?? {};
        await perform(act, { ...each, ...(sends && { sends }) }, typed, own?.says?.[word]);
      });
    }
  };

function declare(declared: Command, { query, body }: Act, said: Said<never>): Command {
  const { words, takes = [], options = {} } = said;
  for (const [index, { word, byDefault }] of placesOf(words).entries()) {
    const reader = readers[word] as (() => unknown) | undefined;
    if (reader === undefined) declared.argument(word, takes[index] ?? "", byDefault);
    else declared.argument(word, takes[index] ?? "", reader);
  }
  // All that can be given beside the arguments, by the names of the members.
  const found = new Map<string, ActOption>(Object.entries(options));
  for (const shape of [body, query]) {
    for (const [name, { shape: each }] of shape?.kind === "object" ? shape.members : []) {
      if ("flag" in each) found.set(name, each as ActOption);
    }
  }
  for (const [member, each] of found) declared.addOption(optionOf(member, each));
  return declared;
}

function optionOf(member: string, { flag, ...shape }: ActOption): Option {
  const made = new Option(`${flagOf(member)} ${flag.value}`.trim(), flag.help);
  if (flag.value === "") return made;
  if (shape.kind === "literal" && flag.reads === undefined)
    return made.choices(shape.values.map(String));
  const reader = readers[flag.reads ?? flag.value] ?? readers[shape.kind];
  return reader === undefined ? made : made.argParser(reader as () => unknown);
}
