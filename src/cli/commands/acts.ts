import { type Command, Option } from "commander";
import type { Shape } from "../../contract/shape.ts";
import type { Act, ActCommand, Option as ActOption, Reading, Subject } from "../../control/act.ts";
import type { Says } from "../actions/act.ts";
import { controlled } from "../options/controlled.ts";
import {
  numberOrText,
  readCount,
  readDuration,
  readJsonPair,
  readNames,
  readOperation,
  readPair,
  readText,
  readTexts,
} from "../options/values.ts";

/** What reads a value, in the form that Commander asks for. */
type Reader = (text: string, before: never) => unknown;

const readers: Readonly<Record<Reading, Reader>> = {
  count: readCount,
  number: numberOrText,
  text: readText,
  names: readNames,
  texts: readTexts,
  duration: readDuration,
  operation: readOperation,
  pair: readPair,
  "json pair": readJsonPair,
};

/** How members of a kind are read that say nothing else. */
const usual: { readonly [Kind in Shape["kind"]]?: Reading } = {
  integer: "count",
  number: "number",
  list: "names",
};

/** What the command line has of its own for a subject. */
interface Own {
  /** Says what came of commands, by their names; empty: of all others. Loaded when one has run. */
  readonly says?: () => Promise<{ readonly says: Says }>;
  /** What a command does in place of the one call; of one that is no act, how it is declared. */
  readonly commands?: Readonly<Record<string, (command: Command) => void>>;
}

/** Declares the commands of a subject. */
export const acts =
  ({ name, does = "", acts: all, order }: Subject, { says, commands: own = {} }: Own = {}) =>
  (program: Command): void => {
    const said = new Map(
      Object.values(all).flatMap((act) => act.commands.map((each) => [each.name, { act, each }])),
    );
    const group = said.has("") ? program : program.command(name).description(does);
    for (const word of order?.split(" ") ?? said.keys()) {
      const found = said.get(word);
      const declared = found && declare(group, word || name, found.act, found.each);
      if (found === undefined || declared === undefined || own[word])
        own[word]?.(declared ?? group);
      else {
        declared.action(async (...typed: unknown[]) => {
          const { perform } = await import("../actions/act.ts");
          await perform(found.act, found.each, typed, (await says?.())?.says);
        });
      }
    }
  };

function declare(group: Command, name: string, act: Act, said: ActCommand): Command {
  const { does, isDefault = false, takes = {} } = said;
  const declared = controlled(group, name, does, { isDefault });
  for (const [word, what] of Object.entries(takes)) {
    if (typeof what === "string") declared.argument(word, what);
    else declared.argument(word, what.does, readers[what.reads ?? "text"] as () => unknown);
  }
  for (const [member, each] of optionsOf(act, said)) declared.addOption(optionOf(member, each));
  return declared;
}

/** All that can be given beside the arguments, by the names of the members. */
function optionsOf({ query, body }: Act, { options = {}, only }: ActCommand) {
  const members = [body, query].flatMap((shape) =>
    shape?.kind === "object" ? [...shape.members] : [],
  );
  const found = new Map<string, ActOption>(Object.entries(options));
  for (const [name, { shape }] of members) {
    if ("flag" in shape && (only?.includes(name) ?? true)) found.set(name, shape as ActOption);
  }
  return found;
}

/** `expiresIn` is `--expires-in`. */
function optionOf(member: string, { flag: { value, does, reads }, ...shape }: ActOption): Option {
  const word = member.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const made = new Option(`--${word} ${value}`.trim(), does);
  const reading = reads ?? usual[shape.kind];
  if (reading !== undefined) return made.argParser(readers[reading] as () => unknown);
  return shape.kind === "literal" ? made.choices(shape.values.map(String)) : made;
}
