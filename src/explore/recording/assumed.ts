import { beginningOf, type RecordedExchange } from "../../seeding/recording/exchange.ts";
import { pageTypes } from "../../seeding/generate/pages.ts";
import type { Api } from "../../verbs/invocation.ts";
import { Ledger } from "./ledger.ts";
import {
  bornAt,
  dataIn,
  identifiersIn,
  includedIn,
  jsonIn,
  nameOf,
  naturalsOf,
  type Resource,
} from "./resources.ts";
import { passedOver } from "./weather.ts";

/** What a recording assumes: records that it reads or names, and does not make. */
export interface Assumption {
  /** By type and id, as they were read first. */
  readonly records: ReadonlyMap<string, Resource>;
  /** The ids of profiles, by the type and id of the lists and segments that they are in. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Whether a fixture can have a record. */
export const isOfFixture = ({ type }: Resource): boolean => pageTypes.includes(type);

/** What the recording makes is later than its first request, give or take this, in milliseconds. */
const slackMs = 60_000;

/** Finds out what a recording assumes. */
export function assumptionOf(api: Api, exchanges: readonly RecordedExchange[]): Assumption {
  const ledger = new Ledger(exchanges);
  const records = new Map<string, Resource>();
  const members = new Map<string, Set<string>>();
  const made = new Set<string>();
  const begin = beginningOf(exchanges) ?? Number.POSITIVE_INFINITY;
  let isWritten = false;
  const assume = (each: Resource) => {
    const name = nameOf(each);
    const born = bornAt(each);
    const isMade = born === undefined ? ledger.wasSent(each) : born >= begin - slackMs;
    if (isMade && (born === undefined || isWritten)) {
      made.add(name);
      if (records.get(name)?.attributes === undefined) records.delete(name);
    }
    if (made.has(name)) return;
    // What it refers to is known by its id at least.
    for (const other of identifiersIn(each.relationships)) if (isOfFixture(other)) assume(other);
    if (records.get(name)?.attributes === undefined) records.set(name, each);
  };
  const join = (one: Resource, other: Resource) => {
    const [person, group] = one.type === "profile" ? [one, other] : [other, one];
    if (person.type !== "profile" || !["list", "segment"].includes(group.type)) return;
    // What a request may have put there is not assumed.
    if ([person.id, ...naturalsOf(person)].some((each) => ledger.sent.has(each))) return;
    const known = members.get(nameOf(group)) ?? new Set();
    members.set(nameOf(group), known.add(person.id));
  };
  for (const exchange of exchanges) {
    const { method, url, status, request, response } = exchange;
    const match = api.match(method, url.pathname);
    if (passedOver(exchange, match.kind) !== undefined || match.kind !== "row" || status >= 300)
      continue;
    const document = jsonIn(response.body);
    const { verb, resource, relationship, path } = match.row;
    const [id] = match.params;
    // What it reads, and what it changes, was there; so was what its path and its body name.
    if (method === "GET" || method === "PATCH") for (const each of dataIn(document)) assume(each);
    for (const each of includedIn(document)) assume(each);
    if (id !== undefined && path.includes("{id}")) assume({ type: resource, id });
    for (const each of identifiersIn(jsonIn(request.body))) assume(each);
    if (method === "GET" && relationship !== undefined && ["related", "linkage"].includes(verb))
      for (const each of dataIn(document)) join({ type: resource, id: id ?? "" }, each);
    ledger.hear(exchange);
    ledger.read(exchange);
    isWritten ||= method !== "GET";
  }
  return { records, members };
}
