import { isOAuth } from "../contract/oauth.ts";
import { readParameters } from "../jsonapi/parameters.ts";
import { Refusal } from "../jsonapi/refusal.ts";
import type { Api } from "../verbs/invocation.ts";
import { uuid } from "../world/ids.ts";
import type { World } from "../world/world.ts";
import { appOf, bearerOf, companyOf } from "./credentials.ts";
import type { Exchange } from "./exchange.ts";
import type { Incoming } from "./incoming.ts";
import { readOAuth } from "./oauth/request.ts";

/** Begins an exchange: its id, its time, its row, and who it says it is from. */
export function open(incoming: Incoming, world: World, api: Api): Exchange {
  const { target, method } = incoming;
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const queryString = mark < 0 ? "" : target.slice(mark + 1);
  const match = api.match(method, path);
  const oauth = isOAuth(path) ? readOAuth(world, incoming, path, queryString) : undefined;
  const operation = match.kind === "row" || match.kind === "wrong-method" ? match.row : undefined;
  const family = path.startsWith("/client/") ? "client" : "api";
  const parameters = readParameters(queryString);
  const companyId = parameters instanceof Refusal ? undefined : parameters.get("company_id");
  const credentials =
    oauth?.credentials ??
    (family === "client" ? companyOf(world, companyId, incoming) : bearerOf(world, incoming));
  const clock = "account" in credentials ? credentials.account.clock : world.clock;
  const now = clock.now();
  return {
    id: uuid(world.requestIds),
    incoming,
    world,
    clock,
    api,
    path,
    queryString,
    now,
    arrivedWorld: now,
    arrivedReal: clock.realNow(),
    match,
    operation,
    family,
    parameters,
    credentials,
    app: appOf(credentials) ?? oauth?.app?.clientId,
    oauth,
    account: undefined,
    taken: undefined,
    revision: undefined,
    revisionName: undefined,
    query: undefined,
    body: undefined,
    json: undefined,
    acts: nothing,
    lostStatus: undefined,
    named: undefined,
    emails: undefined,
    subject: undefined,
    ownFault: undefined,
    left: undefined,
    whole: undefined,
    page: undefined,
    written: undefined,
    hint: undefined,
    entry: undefined,
    stage: "open",
  };
}

const nothing: readonly never[] = [];
