import type { Mapping } from "./ledger.ts";
import { member, type RecordedExchange } from "../../seeding/recording/exchange.ts";
import type { AccountQuirk } from "../../world/account-quirk.ts";
import { jsonIn } from "./resources.ts";

/** What of a response differs, the worst first. */
export const differenceKinds = ["status", "header", "shape", "value"] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export interface Difference {
  readonly kind: DifferenceKind;
  /** Where it is: `status`, a header, or a member such as `data.attributes.created`. */
  readonly place: string;
  readonly recorded: unknown;
  readonly own: unknown;
  /** What differs of it, where the values themselves do not show that. */
  readonly what?: string;
  readonly note?: string;
}

export type Differences = Generator<Difference>;

export const differs = (
  kind: DifferenceKind,
  place: string,
  recorded: unknown,
  own: unknown,
  what?: string,
): Difference => ({ kind, place, recorded, own, ...(what !== undefined && { what }) });

export function sentenceOf({ place, recorded, own, what, note }: Difference): string {
  const of = what === undefined ? place : `${what} of ${place}`;
  const why = note === undefined ? "" : ` (${note})`;
  return `${of}: ${shown(recorded)} in the recording, ${shown(own)} in the emulator${why}`;
}

/** The same for all records of a list. */
export const groupOf = ({ kind, place, what = "" }: Difference): string =>
  `${kind}${what && ` (${what})`} of ${place.replace(/\[\d+\]/g, "[]")}`;

type Sent = RecordedExchange["response"]["headers"];

const shownMax = 70;

function shown(value: unknown): string {
  const text = value === undefined ? "absent" : JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}

const readers: Readonly<Record<string, (value: string, mapping: Mapping) => string>> = {
  "content-type": (value) => (value.split(";")[0] ?? "").trim().toLowerCase(),
  "ratelimit-limit": (value) => value.replace(/\s/g, ""),
  allow: (value) =>
    value
      .split(",")
      .map((each) => each.trim())
      .toSorted()
      .join(", "),
  location: (value, mapping) =>
    mapping.text(URL.canParse(value) ? new URL(value).pathname : value).replace(/\/$/, ""),
};

/** What of the headers differs that clients read. One that the recording does not have may have been left out of it. */
export function* headerDifferences(recorded: Sent, own: Sent, mapping: Mapping): Differences {
  for (const [name, read] of Object.entries(readers)) {
    const [value, ownValue] = [recorded[name], own[name]];
    if (value === undefined) continue;
    if (ownValue === undefined || read(value, mapping) !== read(ownValue, mapping))
      yield differs("header", `header ${name}`, value, ownValue);
  }
}

export interface Met {
  readonly difference: Difference;
  readonly operation: string;
  readonly exchange: RecordedExchange;
  readonly status: number;
  /** The texts that the client has sent: what follows from them is no constant. */
  readonly sent: ReadonlySet<string>;
}

/** A difference as a quirk; undefined: no quirk can have the emulator do that, such as another order. */
export function quirkOf(met: Met): AccountQuirk | undefined {
  const what = changeOf(met);
  if (what === undefined) return undefined;
  const { operation, difference, status } = met;
  const { isRejection, ...change } = what;
  const when = { status, ...(isRejection && conditionOf(met.exchange)) };
  return { operation, says: sentenceOf(difference), when, ...change };
}

type Change = Omit<AccountQuirk, "operation" | "when" | "says"> & { readonly isRejection?: true };

function changeOf({ difference, exchange, status, sent }: Met): Change | undefined {
  const { kind, place, recorded, own, what } = difference;
  const errors = errorsIn(exchange.response.body);
  if (kind === "status") {
    if (exchange.status < 400) return status < 400 ? { status: exchange.status } : undefined;
    const instead = { status: exchange.status, ...(errors.length > 0 && { errors }) };
    return status < 400 ? { ...instead, isRejection: true } : instead;
  }
  if (kind === "header") return { headers: { [place.replace("header ", "")]: String(recorded) } };
  if (place.startsWith("errors")) return errors.length > 0 ? { errors } : undefined;
  const [, path = ""] =
    /^data(?:\[\d+\])?\.((?:attributes|relationships|links|meta)\b[^[\]]*)$/.exec(place) ?? [];
  if (path === "") return undefined;
  if (recorded === undefined) return { patch: { remove: [path] } };
  if (typeof recorded === "number" && typeof own === "string" && Number.isNaN(Number(own)))
    return { patch: { retype: { [path]: "unix" } } };
  // What is another for each record, or follows from what was sent, is no constant.
  const isConstant =
    what === undefined && path.startsWith("attributes") && !isNamed(recorded, sent);
  return isConstant ? { patch: { add: { [path]: recorded } } } : undefined;
}

const isNamed = (value: unknown, sent: ReadonlySet<string>): boolean =>
  typeof value === "string" && (sent.has(value) || /^\d{4}-\d\d-\d\dT/.test(value));

function errorsIn(body: string): NonNullable<AccountQuirk["errors"]>[number][] {
  const errors = member(jsonIn(body), "errors");
  return (Array.isArray(errors) ? errors : []).flatMap((each) => {
    const [code, title, detail] = ["code", "title", "detail"].map((name) => member(each, name));
    const source = member(each, "source");
    const [pointer, parameter] = ["pointer", "parameter"].map((name) => member(source, name));
    const said = Object.entries({ title, detail, pointer, parameter }).filter(
      ([, text]) => typeof text === "string" && text !== "",
    );
    return typeof code === "string" && code !== "" ? [{ code, ...Object.fromEntries(said) }] : [];
  });
}

/** What tells a request that is rejected from others of its operation: its parameters, and the attributes that it sends. */
function conditionOf({ url, request }: RecordedExchange) {
  const query = [...url.searchParams].filter(([name]) => !/cursor|company_id/.test(name));
  const attributes = member(jsonIn(request.body), "data", "attributes") ?? {};
  const body = Object.entries(attributes).flatMap(([name, value]) =>
    typeof value === "object" ? [] : [[`data.attributes.${name}`, value]],
  );
  return {
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(body.length > 0 && { body: Object.fromEntries(body) }),
  };
}
