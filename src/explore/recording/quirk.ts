import { member, type RecordedExchange } from "../../seeding/recording/exchange.ts";
import type { AccountQuirk } from "../../world/account-quirk.ts";
import { type Difference, sentenceOf } from "./difference.ts";
import { jsonIn } from "./resources.ts";

/** A difference, and where it was met. */
export interface Met {
  readonly difference: Difference;
  readonly operation: string;
  readonly exchange: RecordedExchange;
  /** The status of the emulator's response. */
  readonly status: number;
  /** The texts that the client has sent: what follows from them is no constant. */
  readonly sent: ReadonlySet<string>;
}

/** A difference as a quirk; undefined: no quirk can have the emulator do that, such as another order. */
export function quirkOf(met: Met): AccountQuirk | undefined {
  const what = changeOf(met);
  if (what === undefined) return undefined;
  const { operation, difference, status } = met;
  const { query, body } = what.isRejection ? conditionOf(met.exchange) : {};
  const { isRejection: _, ...change } = what;
  const when = { status, ...(query && { query }), ...(body && { body }) };
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
    const [pointer, parameter] = ["pointer", "parameter"].map((name) =>
      member(each, "source", name),
    );
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
  const body = Object.entries(attributes).filter(([, value]) => typeof value !== "object");
  return {
    ...(query.length > 0 && { query: Object.fromEntries(query) }),
    ...(body.length > 0 && {
      body: Object.fromEntries(body.map(([name, value]) => [`data.attributes.${name}`, value])),
    }),
  };
}
