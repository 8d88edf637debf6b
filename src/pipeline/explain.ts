import { quotable, shortened } from "../world/journal/redact.ts";
import { newestRevision } from "../contract/revisions.ts";
import { type Missing, Refusal } from "../jsonapi/refusal.ts";
import type { Account } from "../world/account.ts";
import { adviceOn, nearest } from "../world/name-match.ts";
import { bodyAdvice } from "./body-advice.ts";
import type { Exchange } from "./exchange.ts";

const hintMax = 500;

/** How many ids are compared with one that is not there. */
const idsMax = 500;

/** The refusal with its hint, without secrets: one line of why and what to do, for header, journal and terminal. */
export function explained(exchange: Exchange, refusal: Refusal): Refusal {
  const { status, problems, headers } = refusal;
  const text = exchange.world.redaction.text(textOf(exchange, refusal));
  return new Refusal(status, problems, { headers, hint: shortened(text, hintMax) });
}

function textOf(exchange: Exchange, { hint, choice, missing, problems }: Refusal): string {
  const { redaction } = exchange.world;
  if (hint !== undefined) return hint;
  if (choice !== undefined)
    return adviceOn({ ...choice, written: quotable(choice.written, redaction) });
  if (missing !== undefined) return recordAdvice(exchange, missing);
  const [problem] = problems;
  if (problem === undefined) return "";
  const { stage, operation, revision = newestRevision, json } = exchange;
  if (stage === "body" && operation?.body !== undefined && json !== undefined) {
    const { body: shape } = operation;
    return bodyAdvice({ shape, body: json.value, revision, problems, redaction });
  }
  const place = problem.parameter ?? problem.pointer;
  if (problem.missing !== undefined) return `${place}: ${recordAdvice(exchange, problem.missing)}`;
  return /^(?:\/data)?\/?$/.test(place) ? problem.detail : `${place}: ${problem.detail}`;
}

/** A record that is not there may be elsewhere, or be called a little otherwise. */
function recordAdvice({ world, api, account }: Exchange, { type, id }: Missing): string {
  const wrong = `no ${type} has the id '${quotable(id, world.redaction)}'`;
  const operations = [...api.operations.values()];
  const list = operations.find(({ verb, resource }) => verb === "list" && resource === type)?.path;
  const how = list === undefined ? "" : `: GET ${list} lists those that exist`;
  const collection = api.collections.get(api.resources.get(type)?.collection ?? "");
  if (account === undefined || collection === undefined) return wrong + how;
  const isThere = (other: Account) => other.table(collection).get(id) !== undefined;
  const owner = [...world.everyAccount()].find((other) => other !== account && isThere(other));
  if (owner !== undefined)
    return `${wrong} in account ${account.id}: account ${owner.id} has it, so send a key of that one`;
  const table = account.table(collection);
  const ids = table.size > idsMax ? [] : [...table.all()].map((record) => record.id);
  const near = nearest(id, ids, 2);
  return near === undefined ? wrong + how : `${wrong}: did you mean ${near}?`;
}
