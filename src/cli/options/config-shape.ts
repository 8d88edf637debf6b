import type { Option } from "commander";
import { boolean, described, integer, list, literal, object } from "../../contract/shape.ts";
import { oneOf, type Shape, string } from "../../contract/shape.ts";
import { consistencyShape } from "../../world/time/lateness.ts";
import { startOptions } from "./start-options.ts";
import { readCount, readNames, readPort, readWhole } from "./values.ts";

const text = string({ minLength: 1 });
const names = oneOf(text, list(text, { min: 1 }));

/** What a file says otherwise than a flag: what it takes, and what that means. */
const otherwise: Readonly<Record<string, { readonly shape?: Shape; readonly means?: string }>> = {
  fixtures: {
    shape: names,
    means: "Seed from these fixture files, relative to this file, or demo, small or empty",
  },
  badKeyStatus: { shape: oneOf(literal("400", "401"), integer({ min: 400, max: 401 })) },
  consistency: {
    shape: oneOf(literal("immediate", "service"), consistencyShape),
    means: "Show writes late: immediate, service, or delays of kinds, such as events: 30s",
  },
  quirks: { means: "Reproduce these mistakes of the service, and the quirks in these files" },
};

const readers = new Map<unknown, Shape>([
  [readPort, integer({ min: 0, max: 65_535 })],
  [readCount, integer({ min: 0 })],
  [readWhole, integer()],
  [readNames, names],
]);

function shapeOf(option: Option): Shape {
  if (option.isBoolean()) return boolean();
  if (option.argChoices !== undefined) return literal(...option.argChoices);
  return readers.get(option.parseArg) ?? text;
}

const camel = (flag: string): string =>
  flag.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A config file: every option of `start` and `exec` by its name in the library. */
export const configShape: Shape = object({
  "$schema?": string(),
  ...Object.fromEntries(
    startOptions().map((option) => {
      const name = option.attributeName();
      const { shape = shapeOf(option), means = option.description } = otherwise[name] ?? {};
      const inFile = means.replaceAll(/--([\w-]+)/g, (_, flag: string) => camel(flag));
      return [`${name}?`, described(shape, `${inFile.replace("; ", ". ")}.`)];
    }),
  ),
});
