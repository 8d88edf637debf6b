import { numberIn } from "../../world/faults/kind.ts";
import { kinds } from "../../world/faults/kinds.ts";
import { Failure } from "../terminal/terminal.ts";
import { jsonOrText, membersOf } from "./values.ts";

export type FaultFlags = Readonly<Record<string, unknown>>;

/** Only forms are changed: what makes no sense is left for the one parser to refuse. */
export function faultOfFlags(operation: string | undefined, flags: FaultFlags): object {
  const fault: Record<string, unknown> = operation === undefined ? {} : { operation };
  const match: Record<string, unknown> = {};
  for (const [flag, value] of Object.entries(flags)) {
    const name = /^match([A-Z])(.*)$/.exec(flag);
    const said = readers[flag]?.(value as string) ?? value;
    if (name === null) fault[flag] = said;
    else match[`${name[1]?.toLowerCase()}${name[2]}`] = said;
  }
  return { ...fault, ...(Object.keys(match).length > 0 && { match }) };
}

type Reader = (text: string) => unknown;

const readers: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries(
    kinds.flatMap(({ name, fromText }) => (fromText ? [[name, fromText]] : [])),
  ),
  method: (text) => text.toUpperCase(),
  matchBody: (pairs) => membersOf(pairs as unknown as Record<string, string>, jsonOrText),
  between: (text) => text.split(".."),
  sequence: readSequence,
};

const read = (name: string, text: string): unknown => (readers[name] ?? numberIn)(text);

/** `429:1s,reset,pass`, or a JSON array for steps that say more. */
function readSequence(text: string): unknown {
  if (text.startsWith("[")) return jsonOrText(text);
  return text.split(",").map((word) => stepOf(word.trim()));
}

/** Steps that are said by their value alone. */
const bare = kinds.flatMap(({ name, says, shape }) =>
  says === "" && shape.kind === "literal"
    ? shape.values.map((value) => [value, name] as const)
    : [],
);

function stepOf(word: string): unknown {
  if (word === "pass") return word;
  const [, alone] = bare.find(([value]) => value === word) ?? [];
  if (alone !== undefined) return { [alone]: word };
  const [head = "", ...rest] = word.split(":");
  const kind = kinds.find(({ name, step }) => name === head && step !== undefined);
  if (kind?.step === word && rest.length === 0) return { [head]: true };
  if (kind?.answer !== undefined) return answered(head, rest);
  if (kind !== undefined && rest.length > 0) return { [head]: read(head, rest.join(":")) };
  if (typeof numberIn(head) === "number") return answered("status", [head, ...rest]);
  const steps = kinds.flatMap(({ step }) => step ?? []);
  const known = ["pass", ...bare.map(([value]) => value), ...steps].join(", ");
  throw new Failure(`--sequence: unknown step '${word}': use a status such as 429, or ${known}`, 2);
}

const answered = (by: string, [status = "", ...when]: readonly string[]) => ({
  [by]: numberIn(status),
  ...(when.length > 0 && { retryAfter: read("retryAfter", when.join(":")) }),
});
