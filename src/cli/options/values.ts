import { InvalidArgumentError } from "commander";
import { consistencyNames, isConsistencyKind } from "../../contract/consistency.ts";
import type { ConsistencyTable } from "../../world/time/lateness.ts";

/** Readers of option values. What they refuse, commander tells with the name of the option. */

export function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError("Expected a whole number from 0 to 65535, 0 for any free port.");
}

const wholeLike = (pattern: RegExp, expected: string) => (text: string) => {
  if (pattern.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
  throw new InvalidArgumentError(expected);
};

export const readWhole = wholeLike(/^-?\d+$/, "Expected a whole number.");
export const readCount = wholeLike(/^\d+$/, "Expected a whole number, 0 or more.");
/** The number of a link, the first of which is 1. */
export const linkNumber = wholeLike(/^[1-9]\d*$/, "Expected a whole number, 1 or more.");

const textLike = (pattern: RegExp, expected: string) => (text: string) => {
  if (pattern.test(text)) return text;
  throw new InvalidArgumentError(expected);
};

/** An empty host would open every address of the machine. */
export const readText = textLike(/\S/, "Expected some text.");
/** What goes into a header, and what the banner's curl shows to a shell. */
export const readWord = textLike(/^[\w.+-]+$/, "Expected letters, digits and . + - _ only.");
/** A status as it is written: classes of them are asked for otherwise. */
export const readStatus = textLike(
  /^\d+$/,
  "Expected one status, such as 429. requests list --failed has all from 400 on.",
);

export const readSome =
  <const T extends string>(known: readonly T[]) =>
  (text: string, before: readonly T[] = []): readonly T[] => {
    const told = text.split(",").map((each) => {
      const name = known.find((id) => id === each.trim());
      if (name !== undefined) return name;
      throw new InvalidArgumentError(`Expected ${known.join(", ")}.`);
    });
    return [...before, ...told];
  };

/** A number alone is seconds to one reader and milliseconds to the next: only nothing is the same to all. */
export function readDuration(text: string): string {
  if (!/^[+-]?[\d.]+$/.test(text.trim()) || Number(text) === 0) return readText(text);
  throw new InvalidArgumentError(`${text} what? Expected a unit, such as ${text}s.`);
}

/** Two of them with `..` between, or one with a spread after `~`. */
export function readDurations(text: string): string {
  for (const part of text.split("..")) readDuration(part.replace(/~.*/s, ""));
  return text;
}

/** Repeatable, each as it is. */
export const readAll = (text: string, before: readonly string[] = []) => [...before, text];

/** Repeatable; a path may hold a comma. */
export const readTexts = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  readText(text),
];

/** Repeatable, and a comma separates too, since an environment variable cannot be repeated. */
export function readNames(
  text: string,
  before: readonly string[] = [],
  separator: string | RegExp = ",",
): readonly string[] {
  const names = text.split(separator).map((name) => name.trim());
  if (names.every((name) => name !== "")) return [...before, ...names];
  throw new InvalidArgumentError("Expected names, separated by commas.");
}

function httpUrl(text: string, such: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new InvalidArgumentError(`Expected a URL such as ${such}.`);
}

export const readUrl = (text: string): string => httpUrl(text, "http://127.0.0.1:4010").origin;

export const readWebhook = (text: string): string =>
  httpUrl(text, "http://127.0.0.1:3000/hooks").href;

export function readPair(text: string, before: Readonly<Record<string, string>> = {}) {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return { ...before, [name]: value };
  throw new InvalidArgumentError("Expected name=value.");
}

export const readJsonPair = (
  text: string,
  before: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({
  ...before,
  ...membersOf(readPair(text), jsonOrText),
});

/** A number if it looks like one; what the control API will not take, it refuses itself. */
export const numberOrText = (text: string): number | string =>
  /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;

/** Operation ids are written with `_`; `-` is easier to type. */
export const readOperation = (text: string): string => text.replaceAll("-", "_");

/** What is no JSON is a text: nobody wants to quote twice. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const membersOf = (
  pairs: Readonly<Record<string, string>>,
  read: (text: string) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(pairs).map(([name, text]) => [name, read(text)]));

export function readConsistency(text: string): "immediate" | "service" | ConsistencyTable {
  const word = text.trim();
  if (word === "immediate" || word === "service") return word;
  return Object.fromEntries(text.split(",").map(readDelay));
}

function readDelay(part: string): [kind: string, delay: string] {
  const [, kind, delay] = /^\s*(\S+)\s*=\s*(.*?)\s*$/s.exec(part) ?? [];
  if (kind === undefined || delay === undefined) {
    throw new InvalidArgumentError(
      "Expected immediate, service, or delays of kinds such as events=30s,segments=5m.",
    );
  }
  if (isConsistencyKind(kind)) return [kind, readDuration(delay)];
  throw new InvalidArgumentError(
    `Unknown kind '${kind}'. Use some of ${consistencyNames.join(", ")}.`,
  );
}
