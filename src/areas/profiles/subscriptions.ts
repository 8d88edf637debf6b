import { lists } from "../../domain/resources/groups.ts";
import type { Identifiers } from "../../domain/profiles/identity.ts";
import type { Subscribing } from "../../domain/objects/records.ts";
import { subscribe, unsubscribe } from "../../domain/consent/subscribe.ts";
import { channelsOf, subscriptionProblems } from "../../domain/consent/subscription-check.ts";
import type { ChannelsInput } from "../../domain/consent/subscription-shape.ts";
import { invalidBody, invalidEnd } from "../../jsonapi/refusal.ts";
import { type Refusal, refused } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Invocation, Work } from "../../verbs/invocation.ts";
import { empty, type Outcome } from "../../verbs/outcome.ts";
import { eachInTurns, type Slices } from "../../world/time/slices.ts";
import type { subscriptionRows } from "./subscription-rows.ts";

/** One profile of a batch, as either of the two requests has it. */
interface Item {
  readonly id?: string | null;
  readonly attributes: Identifiers & { readonly subscriptions?: ChannelsInput };
}

interface Batch {
  readonly items: readonly Item[];
  readonly list: string | undefined;
  readonly historical: boolean;
  /** Whether there was a historical import to ask for: before, who wished said when. */
  readonly dated: boolean;
  readonly source: string | undefined;
}

/** Subscribe and unsubscribe: a batch is refused whole, or done when it is processed. */
export const subscriptionBehavior: AreaBehavior<typeof subscriptionRows> = {
  *bulk_subscribe_profiles(call) {
    const { attributes, relationships } = call.body.data;
    const people = peopleOf(call, {
      items: attributes.profiles.data,
      list: relationships?.list?.data?.id,
      historical: attributes.historical_import ?? false,
      dated: call.revision < "2024-07-15",
      source: attributes.custom_source ?? undefined,
    });
    return refused(people) ? people : yield* accepted(call, "subscribe", people);
  },

  *bulk_unsubscribe_profiles(call) {
    const { attributes, relationships } = call.body.data;
    const people = peopleOf(call, {
      items: attributes.profiles.data,
      list: relationships?.list?.data?.id,
      historical: false,
      dated: false,
      source: undefined,
    });
    return refused(people) ? people : yield* accepted(call, "unsubscribe", people);
  },
};

/** What is done once a batch is processed. */
export const subscriptionWork: Readonly<Record<string, Work>> = {
  subscribe: (account, people: readonly Subscribing[], now) =>
    eachInTurns(people, (who) => void subscribe(account, who, now)),
  unsubscribe(account, people: readonly Subscribing[], now) {
    const left = new Set<string>();
    return eachInTurns(people, (who) => void unsubscribe(account, who, now, left));
  },
};

const at = (index: number) => `/data/attributes/profiles/data/${index}/attributes`;

function* accepted(
  { account, now }: Invocation,
  work: string,
  people: readonly Subscribing[],
): Slices<Outcome> {
  yield* account.processInTurns([work], people, now, "subscriptions");
  return empty(202);
}

/** Whom a batch is about, if nothing is wrong with any of them. */
function peopleOf({ account, now }: Invocation, batch: Batch): readonly Subscribing[] | Refusal {
  const { items, list, historical, source } = batch;
  const dated = historical ? "must" : batch.dated ? "may" : "must not";
  if (list !== undefined && account.table(lists).get(list) === undefined) {
    return invalidEnd("/data/relationships/list/data/id", "list", list);
  }
  const problems = items.flatMap(({ id, attributes: { subscriptions, ...attributes } }, index) =>
    subscriptionProblems(
      account,
      { id: id ?? undefined, attributes, subscriptions, dated, pointer: at(index) },
      now,
    ),
  );
  if (problems.length > 0) return invalidBody(problems);
  return items.map(({ id, attributes: { email, phone_number, subscriptions } }) => {
    const given = { ...(email && { email }), ...(phone_number && { phone_number }) };
    return {
      id: id ?? undefined,
      input: { attributes: given },
      channels: channelsOf(account, { id: id ?? undefined, attributes: given, subscriptions }),
      list,
      method: "API",
      detail: source,
      historical,
    };
  });
}
