import { guessesOf } from "../contract/guesses.ts";
import type { StageName } from "../contract/stages.ts";
import { type VendorNames, vendorNames, defaultVendorName } from "../contract/vendor-names.ts";
import type { Refusal } from "../jsonapi/refusal.ts";
import type { Act } from "../world/faults/faults.ts";
import type { Ending } from "../world/revisions.ts";
import { corsHeaders } from "./cors.ts";
import type { Exchange } from "./exchange.ts";
import { bytesIn, header, type Reply, type Incoming } from "./incoming.ts";
import { endpointOf } from "./limit.ts";

/** The headers of an answer (behaviour.md, 3 and 16). */
export function answerHeaders(
  exchange: Exchange,
  status: number,
  body: Reply["body"],
  refusal?: Refusal,
): Record<string, string> {
  const { id, operation, account, revisionName, acts, incoming, world } = exchange;
  const headers: Record<string, string> = {};
  headers["content-length"] = String(bytesIn(body));
  // A 429 does not say what its body is (recorded.md, 1).
  if (body !== "" && status !== 429)
    headers["content-type"] = mediaType(header(incoming, "accept"));
  if (operation !== undefined) headers["allow"] = operation.allow;
  headers["vary"] = "Accept";
  const { time } = exchange.clock;
  // Node writes the machine's date else: what Retry-After says as a date is to be held against ours.
  if (!time.isAsDated) headers["date"] = new Date(time.now()).toUTCString();
  const names = vendorNames(world.settings.vendorName);
  headers[names.requestIdHeader] = id;
  if (account !== undefined && revisionName !== undefined) {
    headers[names.revisionHeader] = revisionName;
    const ending = world.revisions.endingOf(revisionName, exchange.now);
    if (ending !== undefined) addEnding(headers, ending, names);
  }
  if (exchange.family === "client") Object.assign(headers, corsHeaders(exchange));
  if (status !== 429) addRateHeaders(headers, exchange);
  if (refusal !== undefined) Object.assign(headers, refusal.headers);
  const { hint = exchange.hint } = refusal ?? {};
  if (hint !== undefined) headers["x-emulator-hint"] = printable(world.redaction.text(hint));
  const guess = guessOf(exchange);
  if (guess !== undefined) headers["x-emulator-guess"] = guess;
  if (acts.length > 0 && !world.settings.stealth) headers["x-emulator-fault"] = faultsOf(acts);
  return headers;
}

/** Those that answer as the operation has it, and not as all have. */
const ownStages: readonly StageName[] = ["query", "body", "handle"];

function guessOf({ world: { settings }, operation, stage }: Exchange): string | undefined {
  if (operation === undefined || !ownStages.includes(stage)) return undefined;
  const own = guessesOf(settings.guesses ?? [], operation.id).map(({ says }) => says);
  return own.length === 0 ? undefined : printable(`${own.length}: ${own.join(" ")}`);
}

export const faultsOf = (acts: readonly Act[]): string =>
  acts.flatMap(({ faults }) => faults.map(({ id }) => id)).join(", ");

/** `application/vnd.api+json` when the client names it, else what the specification says. */
export function mediaType(accept: string | undefined): string {
  return accept?.includes("application/vnd.api+json")
    ? "application/vnd.api+json"
    : "application/json";
}

/** Of a deprecated revision: RFC 9745 and RFC 8594. */
function addEnding(headers: Record<string, string>, ending: Ending, of: VendorNames): void {
  const { day, deprecated } = ending;
  const { retirementHeader } = of;
  if (day !== undefined) headers[retirementHeader] = day;
  if (deprecated === undefined) return;
  headers["deprecation"] = `@${Math.floor(deprecated.since / 1000)}`;
  if (deprecated.ends === null) return;
  const ends = new Date(deprecated.ends);
  headers["sunset"] = ends.toUTCString();
  headers[retirementHeader] = ends.toISOString().slice(0, 10);
}

/** The steady window of what has the tightest; where nothing was taken, as on a 401, all of it remains. */
function addRateHeaders(headers: Record<string, string>, exchange: Exchange): void {
  const { account, app, world, taken, now, clock } = exchange;
  const limits = account?.limiting.of(app) ?? world.limiting.fresh();
  const wanted = taken ?? endpointOf(exchange);
  const { limit, remaining, resetSeconds } = limits.standing(wanted, now, clock);
  headers["ratelimit-limit"] = limits.describe(wanted);
  headers["ratelimit-remaining"] = String(taken === undefined ? limit : remaining);
  headers["ratelimit-reset"] = String(resetSeconds);
}

/** A header holds visible ASCII only; hints may quote what the client sent: the rest as `\u{e9}`. */
export const printable = (text: string): string =>
  text
    .replaceAll("…", "...")
    .replace(/[^\x20-\x7e]/gu, escaped)
    .slice(0, 1000);

const escaped = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

type Face = (incoming: Incoming) => Reply | Promise<Reply>;

/** A face with the service's own name in the names on the wire. What is compressed is left as it is. */
export function named(vendor: string | undefined, face: Face): Face {
  if (vendor === undefined || vendor === defaultVendorName) return face;
  const [outside, inside] = [vendorNames(vendor).sdkMember, vendorNames().sdkMember];
  const outward = (reply: Reply): Reply => {
    const body = String(reply.body).replaceAll(inside, outside);
    const headers = { ...reply.headers };
    if ("content-length" in headers) headers["content-length"] = String(Buffer.byteLength(body));
    return { ...reply, headers, body };
  };
  return (incoming) => {
    // Nothing but devices has a member with the service's name.
    if (!incoming.target.includes("/push-token")) return face(incoming);
    const sent = incoming.body && Buffer.from(incoming.body);
    const body =
      sent?.includes(outside) && Buffer.from(sent.toString().replaceAll(outside, inside));
    const target = incoming.target.replaceAll(outside, inside);
    const reply = face({ ...incoming, target, ...(body && { body }) });
    return reply instanceof Promise ? reply.then(outward) : outward(reply);
  };
}
