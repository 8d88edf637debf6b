import type { Operation } from "../../contract/compile.ts";
import { newestRevision } from "../../contract/revisions.ts";
import { vendorNames } from "../../contract/vendor-names.ts";
import { advanceClock } from "../../control/clock.ts";
import { nameTakenOff } from "../../pipeline/incoming.ts";
import { member, type RecordedExchange } from "../../seeding/recording/exchange.ts";
import { assumeFixture, assumptionOf } from "./assumed.ts";
import { Collected, type Comparison } from "./comparison.ts";
import { createAssumed } from "./create.ts";
import { type Differences, differs, headerDifferences, quirkOf } from "./difference.ts";
import { documentDifferences } from "./documents.ts";
import { type Bench, Ledger } from "./ledger.ts";
import { identifiersIn, jsonIn, passedOver } from "./resources.ts";

/** Replays exchanges against an emulator, which is spent then. @param assumes whether what is read is made first */
export async function compareRecording(
  exchanges: readonly RecordedExchange[],
  bench: Bench,
  assumes: boolean,
): Promise<Comparison> {
  const { api } = bench.emulation;
  const isKnown = ({ method, url }: RecordedExchange) =>
    api.match(method, url.pathname).kind === "row";
  const hosts = new Set(exchanges.filter(isKnown).map(({ url }) => url.host));
  const isTimed = exchanges.every(({ at }) => at !== undefined);
  const own = exchanges.filter(({ url }) => hosts.has(url.host));
  // Cassettes are read in the order of their names.
  const inOrder = isTimed ? own.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0)) : own;
  const ledger = new Ledger(inOrder);
  const collected = new Collected();
  const assumed: Record<string, number> = {};
  const notes: string[] = [];
  if (assumes) {
    const assumption = assumptionOf(api, inOrder);
    notes.push(...(await assumeFixture(assumption, bench.emulation, ledger, assumed)));
    notes.push(...(await createAssumed(assumption, bench, ledger, assumed)));
  }
  for (let index = own.length; index < exchanges.length; index += 1)
    collected.passOver("not for the service");
  for (const each of inOrder) await take(each, { bench, ledger, collected });
  return collected.result({ exchanges: exchanges.length, assumed, notes });
}

type Replay = { readonly bench: Bench; readonly ledger: Ledger; readonly collected: Collected };

/** Replays an exchange at its instant, and compares what is answered with what was recorded. */
async function take(exchange: RecordedExchange, replay: Replay): Promise<void> {
  const { bench, ledger, collected } = replay;
  const { api, world } = bench.emulation;
  const { method, url, status, where } = exchange;
  const path = nameTakenOff(url.pathname)?.rest ?? url.pathname;
  const match = api.match(method, path);
  const why = passedOver(exchange, match.kind);
  if (why !== undefined) return collected.passOver(why);
  const laterMs = (exchange.at ?? 0) - world.clock.now();
  if (laterMs > 0) await advanceClock(world, `${laterMs}ms`);
  ledger.hear(exchange);
  const own = await send(exchange, replay);
  const isRefused = status < 300 && own.status >= 400;
  if (isRefused && isUnknown(exchange, "params" in match ? match.params : [], ledger)) {
    collected.passOver("about records that the recording does not show");
  } else {
    const row = "row" in match ? match.row : undefined;
    const differences = [...differencesOf(exchange, own, row, replay)];
    const request = `${method} ${url.pathname}${url.search}`;
    const operation = match.kind === "row" ? match.row.id : `${method} ${path}`;
    const at = { operation, request, where, status: own.status };
    collected.add(at, differences, (difference) =>
      match.kind === "row"
        ? quirkOf({ difference, operation, exchange, status: own.status, sent: ledger.sent })
        : undefined,
    );
  }
  ledger.read(exchange);
}

type Answered = Awaited<ReturnType<typeof send>>;

async function send(exchange: RecordedExchange, { bench, ledger: { mapping } }: Replay) {
  const { method, url, request, status } = exchange;
  const { authScheme, vendorName } = bench.emulation.world.settings;
  const kept = ["accept", "content-type", "revision", vendorNames(vendorName).filtersHeader];
  const known = kept.flatMap((name) => {
    const value = request.headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  const headers = new Headers(Object.fromEntries(known));
  // Recorders leave out what is secret: a request that was let in had a key.
  const isLetIn = status !== 401;
  if (url.pathname.startsWith("/api/") && (isLetIn || request.headers["authorization"]))
    headers.set("authorization", `${authScheme} ${isLetIn ? bench.key : "unknown"}`);
  if (!headers.has("revision") && status !== 400) headers.set("revision", newestRevision);
  const body = ["GET", "HEAD"].includes(method) ? "" : bodyOf(request.body, mapping);
  const target = bench.url + mapping.target(url, bench.companyId);
  const response = await bench.fetch(target, { method, headers, ...(body && { body }) });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

/** A body in which nothing is replaced is sent as it was. */
function bodyOf(text: string, mapping: Ledger["mapping"]): string {
  const json = jsonIn(text);
  if (json === undefined) return mapping.text(text);
  const written = JSON.stringify(mapping.value(json));
  return written === JSON.stringify(json) ? text : written;
}

/** Whether it names a record that could not be made, since no response of the recording shows it. */
function isUnknown({ request }: RecordedExchange, params: readonly string[], ledger: Ledger) {
  const { mapping, sent } = ledger;
  const inBody = [...identifiersIn(jsonIn(request.body))].map(({ id }) => id);
  return [...params, ...inBody].some(
    (id) => !mapping.knows(id) && !sent.has(id.split(":::").at(-1) ?? id),
  );
}

function* differencesOf(
  { status, url, response }: RecordedExchange,
  own: Answered,
  operation: Operation | undefined,
  { bench, ledger, collected }: Replay,
): Differences {
  if (status !== own.status) {
    const note = detailIn(status >= 400 ? response.body : own.body);
    yield { ...differs("status", "status", status, own.status), ...(note && { note }) };
    return;
  }
  yield* headerDifferences(response.headers, own.headers, ledger.mapping);
  if (response.isCut) {
    collected.cut += 1;
    return;
  }
  const [recorded, ours] = [jsonIn(response.body), jsonIn(own.body)];
  if ((response.body === "") !== (own.body === ""))
    yield differs("shape", "body", response.body || undefined, own.body || undefined);
  if (recorded === undefined || ours === undefined || operation === undefined) return;
  const asked = { api: bench.emulation.api, operation, search: url.searchParams, ...ledger };
  yield* documentDifferences(recorded, ours, asked);
}

function detailIn(body: string): string | undefined {
  const detail = member(jsonIn(body), "errors", "0", "detail");
  return typeof detail === "string" ? detail.slice(0, 80) : undefined;
}
