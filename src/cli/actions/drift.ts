import { type Drift, driftOf, driftText } from "../../contract/drift/drift.ts";
import { type Call, hasAt } from "../../control/upgrade.ts";
import { groupedBy } from "../../report/streams.ts";
import { wholeApi } from "../../areas/index.ts";
import { SchemaError } from "../../contract/drift/alternatives.ts";
import { openApiOf } from "../../contract/openapi/document.ts";
import { newestRevision, oldestRevision, revisions } from "../../contract/revisions.ts";
import type { JsonSchema } from "../../contract/schema.ts";
import { counted } from "../../report/figures.ts";
import { FixtureError } from "../../seeding/fixture/error.ts";
import { InputError, readInput } from "../../seeding/input/input-file.ts";
import { Source } from "../../seeding/fixture/source.ts";
import { atOnce } from "../../world/time/slices.ts";
import { readRevision } from "../options/revision.ts";
import type { Told } from "../options/start-options.ts";
import type { ControlValues } from "../process/control-client.ts";
import { Failure, print, terminal } from "../terminal/terminal.ts";
import { callsOfJournal, callsOfRecording } from "./recorded-calls.ts";
import { notAccepted } from "../card/ratchet.ts";

export interface MetDrift extends Drift {
  /** How many recorded requests are for its operation. */
  readonly requests: number;
  /** Whether one of them has in it what differs. */
  readonly isMet: boolean;
}

/** Differences by what recorded requests meet first: the very thing, then its operation. */
export function metFirst(differences: readonly Drift[], calls: readonly Call[]): MetDrift[] {
  const byOperation = groupedBy(calls, ({ operation }) => operation ?? "");
  const met = differences.map((each): MetDrift => {
    const own = byOperation.get(each.operation) ?? [];
    return { ...each, requests: own.length, isMet: own.some((call) => meets(call, each)) };
  });
  return met.toSorted(
    (one, other) => Number(other.isMet) - Number(one.isMet) || other.requests - one.requests,
  );
}

function meets({ target, status, request, response }: Call, { of, at }: Drift): boolean {
  if (of === "operation" || of === "scopes") return true;
  const place = at.replaceAll(/<[^>]*>/g, "");
  if (of === "body") return hasAt(request.body, place);
  if (of === "answer") return at === `${status}` || hasAt(response.body, place);
  const asked = new URLSearchParams(target.split(/\?(.*)/s)[1]);
  const [, name = "", what = ""] = /^([^ =]*(?:\[[^\]]*\])?)(?:[ =](.*))?$/.exec(at) ?? [];
  return asked
    .getAll(name)
    .some((value) =>
      what.includes("(")
        ? value.includes(what.slice(0, -1))
        : !at.includes("=") || value.split(",").includes(what),
    );
}

export interface DriftValues
  extends ControlValues, Told<"revision" | "recording" | "ratchet", string> {
  readonly journal?: boolean;
}

/** `service-emulator drift`: exit code 0 where the document says what the emulator does, 1 where they differ. */
export async function driftCommand(file: string, values: DriftValues): Promise<void> {
  const { json, ratchet, recording, journal } = values;
  if (journal && recording !== undefined)
    throw new Failure("--journal: cannot be combined with --recording", 2);
  const theirs = await documentAt(file);
  const said = String((theirs["info"] as JsonSchema | undefined)?.["version"] ?? "");
  const own = revisions.find((each) => each === said && each >= oldestRevision);
  const revision =
    values.revision === undefined ? (own ?? newestRevision) : readRevision(values.revision);
  const api = wholeApi();
  const ours = atOnce(openApiOf(api, { revision, url: "http://127.0.0.1" }));
  const found = compared(file, ours, theirs);
  let calls: readonly Call[] = [];
  if (recording !== undefined) calls = await callsOfRecording(api, recording);
  if (journal) calls = await callsOfJournal({ ...values, json: true });
  const differences = metFirst(found.differences, calls);
  const lines = differences.map(lineOf);
  const fresh = ratchet === undefined ? lines : notAccepted(ratchet, lines);
  const shown = differences.filter((each) => fresh.includes(lineOf(each)));
  const accepted = differences.length - shown.length;
  const { onPurpose } = found;
  print(json, { document: said, revision, differences: shown, accepted, onPurpose }, () => {
    const against = `${file}${said === "" ? "" : ` (${said})`} against the emulator at ${revision}`;
    const places = counted(onPurpose.length, "place");
    return [
      `${against}: ${counted(shown.length, "difference")}`,
      ...[...groupedBy(shown, groupOf).values()].flatMap(groupText),
      ...(accepted === 0 ? [] : [`${counted(accepted, "difference")} more in ${ratchet}.`]),
      ...(onPurpose.length === 0
        ? []
        : [`The emulator differs on purpose in ${places}: --json has each with its reason.`]),
    ].join("\n");
  });
  terminal().exitCode = shown.length === 0 ? 0 : 1;
}

const lineOf = (each: Drift): string => `${each.operation}: ${driftText(each)}`;

const documentBytesMax = 50_000_000;

async function documentAt(file: string): Promise<JsonSchema> {
  let found: unknown;
  try {
    const text = (await readInput(file, documentBytesMax)).toString();
    const isJson = /^\uFEFF?\s*\{/.test(text);
    const parsed = () => Source.parse(text, file, "an OpenAPI document");
    found = isJson ? JSON.parse(text) : (await parsed()).value;
  } catch (error) {
    if (error instanceof InputError) throw new Failure(`${file}: ${error.message}`, 2);
    if (error instanceof FixtureError) throw new Failure(error.message, 2);
    throw new Failure(`${file}: is no JSON: ${(error as Error).message}`, 2);
  }
  const { openapi, paths } = (found ?? {}) as { openapi?: unknown; paths?: unknown };
  if (!String(openapi).startsWith("3.") || typeof paths !== "object" || paths === null)
    throw new Failure(`${file}: is no OpenAPI 3 document: it needs openapi: 3.x and paths`, 2);
  return found as JsonSchema;
}

function compared(file: string, ours: JsonSchema, theirs: JsonSchema): ReturnType<typeof driftOf> {
  try {
    return driftOf(ours, theirs);
  } catch (error) {
    const isKnown = error instanceof RangeError || error instanceof SchemaError;
    if (!isKnown) throw error;
    const why = error instanceof SchemaError ? error.message : "its schemas nest too deep";
    throw new Failure(`${file}: cannot be compared: ${why}`, 2);
  }
}

/** What differs alike in several operations, or in several places, is one. */
const groupOf = ({ of, at, change, is, isMet }: MetDrift): string =>
  [of, change, is, isMet, of === "operation" ? at : at.split(".").slice(-2).join(".")].join(" ");

const marks = { added: "+", removed: "-", changed: "~" } as const;

function groupText(all: readonly MetDrift[]): string[] {
  const [first] = all;
  if (first === undefined) return [];
  const names = [...new Map(all.map((each) => [each.operation, each.requests]))].map(
    ([name, requests]) => (requests === 0 ? name : `${name} (${counted(requests, "request")})`),
  );
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return [
    `${marks[first.change]} ${driftText(first)}`,
    `    ${first.isMet ? "Met: " : ""}${names.slice(0, 3).join(", ")}${more}`,
  ];
}
