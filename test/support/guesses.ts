import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Guess } from "../../src/contract/guesses.ts";
import { oauthRows } from "../../src/contract/oauth.ts";
import { api } from "./described.ts";
import { root } from "./pages.ts";

/** Documentation comments, and comments on lines of their own. */
const comment = /\/\*\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n)+/gm;
/** Of which operations, by ids and areas with `*` for any letters, and the sentence. */
const form = /^ ([\w*-]+(?:, [\w*-]+)*): (.+)$/s;

/** Every `@guess` of a source, as it is written: one that has no sentence is not understood. */
export const marksIn = (source: string): string[] => {
  const marks = [...source.matchAll(comment)].flatMap(([text]) => {
    const plain = text.replace(/^\/\*\*|\s*\*\/$|^[ \t]*(?:\*|\/\/) ?/gm, "");
    const [, ...marked] = plain.split(/@guess\b/);
    // A paragraph of its own, or another tag, is no part of the sentence.
    return marked.map((each) => each.split(/\n\s*\n|\s@\w/)[0]?.replace(/\s+/g, " ") ?? "");
  });
  const others = source.split("@guess").length - 1 - marks.length;
  return [...marks.map((each) => each.trimEnd()), ...Array<string>(others).fill("")];
};

const rows = [...new Map([...api.operations.values(), ...oauthRows].map((row) => [row.id, row]))];

/** The operations that a name means: an id, an area, or several of them by `*`. */
function meantBy(name: string): readonly string[] {
  if (name === "*") return ["*"];
  const pattern = new RegExp(`^${name.replaceAll("*", ".*")}$`);
  return rows.filter(([id, { area }]) => pattern.test(id) || area === name).map(([id]) => id);
}

const avoided = /\b(?:who|whom|whoever|nobody|so many|told|anew)\b|;/i;

/** A mark as data, or what is wrong with it. */
export function guessIn(mark: string): Guess | string {
  const [, names, says = ""] = form.exec(mark) ?? [];
  if (names === undefined) return "write @guess OPERATIONS: a sentence";
  const meant = names.split(", ").map((name) => [name, meantBy(name)] as const);
  const strange = meant.find(([, ids]) => ids.length === 0);
  if (strange !== undefined) return `'${strange[0]}' is no operation and no area`;
  const sentences = says.split(/(?<=\.) (?=[A-Z`])/);
  if (!/^[A-Z`].*\.`?$/.test(says))
    return "a sentence begins with a capital and ends with a full stop";
  if (sentences.some((each) => each.split(" ").length > 30))
    return "a sentence has 30 words at most";
  if (avoided.test(says)) return `'${avoided.exec(says)?.[0]}' is not for users`;
  const found = new Set(meant.flatMap(([, ids]) => ids));
  const order = ["*", ...rows.map(([id]) => id)];
  return { says, operations: order.filter((id) => found.has(id)) };
}

/** Every guess of the sources in the order of their operations, and what is wrong with a mark. */
export function collected(): {
  readonly guesses: readonly Guess[];
  readonly wrong: readonly string[];
} {
  const files = ["src", "test/support/grammar"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`)
      .sort(),
  );
  const guesses: Guess[] = [];
  const wrong: string[] = [];
  for (const file of files) {
    for (const mark of marksIn(readFileSync(join(root, file), "utf8"))) {
      const guess = guessIn(mark);
      if (typeof guess === "string") wrong.push(`${file}: @guess${mark}: ${guess}`);
      else guesses.push(guess);
    }
  }
  const order = ["*", ...rows.map(([id]) => id)];
  const placeOf = ({ operations: [first = ""] }: Guess) => order.indexOf(first);
  return { guesses: guesses.sort((one, other) => placeOf(one) - placeOf(other)), wrong };
}
