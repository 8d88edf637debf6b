import { dirname } from "node:path";
import type { Shape } from "../contract/shape.ts";
import { shapeProblem } from "../world/read-shape.ts";
import { FixtureError } from "./fixture-error.ts";
import type { BulkSource } from "./bulk.ts";
import {
  accountShape,
  accountsShape,
  eventShape,
  type FixtureAccount,
  type FixtureEvent,
  type FixtureProfile,
  profileShape,
} from "./fixture-shape.ts";
import { type InputError, readInput } from "./input-file.ts";
import { missingText } from "./missing-file.ts";
import { Place, type Written } from "./place.ts";
import { shippedSeeds } from "./shipped.ts";
import { Source } from "./source.ts";

/** The largest fixture file, in bytes. */
export const fileBytesMax = 50_000_000;

/** One account as a file writes it: in form, but not yet known to make sense. */
export interface WrittenAccount {
  readonly place: Place;
  readonly written: FixtureAccount;
  /** What its bulk files hold, in the order in which they are named. */
  readonly bulk: Bulk;
  /** It says what an account has already: to be named, and not to be counted. */
  readonly isThere?: true;
  /** How many people of its account are left out. */
  readonly unnamed?: number;
}

export interface Bulk {
  readonly profiles: readonly BulkSource<FixtureProfile>[];
  readonly events: readonly BulkSource<FixtureEvent>[];
}

/**
 * Reads one fixture file.
 *
 * @param file where it is
 * @param shown how errors name it
 * @throws FixtureError for a file that cannot be read, or is out of form
 */
export async function readFixture(file: string, shown = file): Promise<WrittenAccount[]> {
  const fail = (what: string) => new FixtureError(shown, undefined, what);
  const bytes = await readInput(file, fileBytesMax).catch((error: InputError) => {
    const isMissing = error.code === "ENOENT" || error.code === "ENOTDIR";
    throw fail(
      `${error.message}${isMissing ? missingText(file, shown, "fixtures", shippedSeeds) : ""}`,
    );
  });
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw fail("is not UTF-8 text; expected a YAML or JSON file");
  }
  return readFixtureText(text, shown, dirname(file));
}

/**
 * The same from a text; `file` is only its name.
 *
 * @param folder in which the files are that it names; without one, it can name none
 */
export async function readFixtureText(
  text: string,
  file: string,
  folder?: string,
): Promise<WrittenAccount[]> {
  return accountsOf(await Source.parse(text, file, "an account (company_id, …)"), folder);
}

/** The accounts of what a fixture says. @throws FixtureError for what is out of form */
export async function accountsOf(
  source: Written & { readonly value: unknown },
  folder?: string,
): Promise<WrittenAccount[]> {
  const { value } = source;
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw source.error([], "expected a mapping: an account's members, or accounts: [...]");
  }
  if (!Object.hasOwn(value, "accounts")) {
    requireShape(source, accountShape);
    return [await withBulk(value as FixtureAccount, new Place(source, []), folder)];
  }
  requireShape(source, accountsShape);
  const { accounts } = value as { accounts: FixtureAccount[] };
  const read = [];
  for (const [index, written] of accounts.entries()) {
    read.push(await withBulk(written, new Place(source, ["accounts", index]), folder));
  }
  return read;
}

async function withBulk(
  written: FixtureAccount,
  place: Place,
  folder: string | undefined,
): Promise<WrittenAccount> {
  const readAll = async <T>(section: "profiles_from" | "events_from", shape: Shape<T>) => {
    const named = written[section] ?? [];
    const names = typeof named === "string" ? [named] : named;
    const sources = [];
    for (const [index, name] of names.entries()) {
      const at = typeof named === "string" ? place.at(section) : place.at(section, index);
      const { readBulk } = await import("./bulk.ts");
      sources.push(await readBulk(name, shape, folder, at));
    }
    return sources;
  };
  const profiles = await readAll("profiles_from", profileShape);
  const events = await readAll("events_from", eventShape);
  return { place, written, bulk: { profiles, events } };
}

function requireShape(source: Written & { readonly value: unknown }, shape: Shape): void {
  const problem = shapeProblem(shape, source.value);
  if (problem === undefined) return;
  const { path, message, nearest } = problem;
  throw source.error(
    path,
    nearest === undefined ? message : `${message} (did you mean ${nearest}?)`,
  );
}
