import { type Problem, Refusal, type RefusalCode, refusals } from "../jsonapi/refusal.ts";
import type { AccountQuirk } from "../world/account-quirk.ts";
import { jsonOf } from "./body.ts";
import type { Exchange } from "./exchange.ts";
import { patchedBy } from "./faulty/patch.ts";
import { bytesIn, type Reply } from "./incoming.ts";

/** The quirks of the account that a response of this status has. */
const quirksOf = (exchange: Exchange, status: number | undefined): readonly AccountQuirk[] => {
  const all = exchange.world.settings.accountQuirks?.get(exchange.operation?.id ?? "") ?? [];
  return all.filter((each) => isMet(exchange, each, status));
};

function isMet(exchange: Exchange, quirk: AccountQuirk, status: number | undefined): boolean {
  const { when: { status: said, query = {}, body = {} } = {}, status: instead = 200 } = quirk;
  const succeeds = said === undefined || said < 400;
  // Before anything is done, only what would succeed can be rejected.
  if (status === undefined ? !(succeeds && instead >= 400) : said !== undefined && said !== status)
    return false;
  const asked = new URLSearchParams(exchange.queryString);
  return (
    Object.entries(query).every(([name, value]) => asked.get(name) === value) &&
    Object.entries(body).every(([path, value]) => isAt(jsonOf(exchange), path, value))
  );
}

function isAt(body: unknown, path: string, value: unknown): boolean {
  let found = body;
  for (const name of path.split(".")) {
    const has = typeof found === "object" && found !== null && Object.hasOwn(found, name);
    found = has ? (found as Readonly<Record<string, unknown>>)[name] : undefined;
  }
  return JSON.stringify(found) === JSON.stringify(value);
}

/** How a quirk rejects a request that would succeed; undefined: none does. */
export function rejectedByQuirk(exchange: Exchange): Refusal | undefined {
  const [quirk] = quirksOf(exchange, undefined);
  return quirk && refusalOf(quirk, new Refusal(400, []));
}

export function quirkedRefusal(exchange: Exchange, refusal: Refusal): Refusal {
  const found = quirksOf(exchange, refusal.status).find(
    ({ status = refusal.status, errors }) => status >= 400 && (errors ?? status !== refusal.status),
  );
  return found === undefined ? refusal : refusalOf(found, refusal);
}

function refusalOf({ status, errors }: AccountQuirk, refusal: Refusal): Refusal {
  const { headers, hint, problems } = refusal;
  const [code = "invalid"] = Object.entries(refusals).find(([, [of]]) => of === status) ?? [];
  const said = errors ?? (problems.length > 0 ? problems : [{ code }]);
  return new Refusal(status ?? refusal.status, said.map(problemOf), { headers, hint });
}

function problemOf(said: Partial<Problem> & Pick<Problem, "code">): Problem {
  const { code, title = refusals[code as RefusalCode]?.[1] ?? code, pointer = "/data/" } = said;
  const { detail = title } = said;
  return { ...said, code, title, detail, pointer };
}

/** A response as the quirks have it: its status, its headers and its records. */
export function quirkedReply(exchange: Exchange, reply: Reply): Reply {
  if (exchange.world.settings.accountQuirks === undefined) return reply;
  let quirked = reply;
  const operation = exchange.operation?.id ?? "";
  for (const { status = reply.status, headers = {}, patch } of quirksOf(exchange, reply.status)) {
    // What rejects has rejected before.
    if (status < 400 && reply.status < 400) {
      quirked = { ...quirked, status };
      if (status === 204) quirked = { ...quirked, body: "" };
      const patches = patch === undefined ? [] : [patch.resource ? patch : { operation, ...patch }];
      quirked = patchedBy(quirked, patches, operation);
    }
    const named = { ...quirked.headers, "content-length": String(bytesIn(quirked.body)) };
    const kept = Object.entries({ ...named, ...lowered(headers) }).filter(
      (each): each is [string, string] => each[1] !== null,
    );
    quirked = { ...quirked, headers: Object.fromEntries(kept) };
  }
  return quirked;
}

const lowered = (headers: Readonly<Record<string, string | null>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
