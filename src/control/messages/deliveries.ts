import { operationsOf } from "../act.ts";
import {
  deliveries as said,
  filterShape,
  limitDefault,
  limitMax,
  type TriggeredView,
  triggers,
  triggerShape,
} from "../acts/deliveries.ts";
import { accountOf, accountsOf, oneAccount } from "../operation.ts";
import { redeliver } from "../../domain/deliveries/attempt.ts";
import { deliveries, type DeliveryState } from "../../domain/deliveries/records.ts";
import { webhooks } from "../../domain/resources/webhook.ts";
import { trigger } from "../../domain/trigger.ts";
import { topicsOf } from "../../domain/webhook-topics.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { ControlError } from "../../emulation/problem.ts";
import type { Account } from "../../world/account.ts";
import { nearest } from "../../world/name-match.ts";
import { meantRecord } from "./meant.ts";
import {
  callMadeOf,
  type WholeDeliveryView,
  type DeliveryView,
  viewDelivery,
} from "./delivery-view.ts";
import { readAs } from "../read.ts";
import { settled } from "../settled.ts";

/** Which deliveries. */
interface DeliveryFilter {
  /** A company id. */
  readonly account?: string;
  /** The id of a webhook. */
  readonly webhook?: string;
  readonly state?: DeliveryState;
  /** Only so many, the newest. Default: 100. */
  readonly limit?: number;
}

/** The newest of those that pass, the oldest of them first. */
function listDeliveries(accounts: readonly Account[], filter: unknown): DeliveryView[] {
  const { webhook, state, limit = limitDefault } = readAs(filterShape, filter);
  return accounts
    .flatMap((account) =>
      [...account.table(deliveries).all()]
        .filter((each) => webhook === undefined || each.webhook === webhook)
        .filter((each) => state === undefined || each.state === state)
        .map((each) => ({ account, each })),
    )
    .sort((a, b) => a.each.created - b.each.created)
    .slice(-limit)
    .map(({ account, each }) => viewDelivery(account, each));
}

const find = (accounts: readonly Account[], given: string) =>
  meantRecord(accounts, deliveries, "delivery", given);

/** Sends it again now, whatever became of it. @throws ControlError where its webhook is gone or switched off */
function sendAgain(accounts: readonly Account[], given: string): DeliveryView {
  const { account, record: delivery } = find(accounts, given);
  const hook = account.table(webhooks).get(delivery.webhook);
  if (hook?.enabled !== true) {
    const why = hook === undefined ? "is gone" : "is switched off";
    throw new ControlError(`its webhook ${why}`, "id", { kind: "conflict" });
  }
  account.aside(() => redeliver(account, delivery, account.clock.now()));
  return viewDelivery(account, account.table(deliveries).get(delivery.id) ?? delivery);
}

/** One with the call of an attempt. @param number from 1; not given: the last. @throws ControlError for none */
function showDelivery(
  emulation: Emulation,
  accounts: readonly Account[],
  given: string,
  number?: number,
): WholeDeliveryView {
  const { account, record: delivery } = find(accounts, given);
  const { length } = delivery.attempts;
  if (number !== undefined && !(Number.isSafeInteger(number) && number >= 1 && number <= length)) {
    const why = length === 0 ? "there is none yet" : `expected a whole number from 1 to ${length}`;
    throw new ControlError(why, "attempt");
  }
  const attempt = number ?? (length === 0 ? null : length);
  const call = attempt === null ? null : callMadeOf(emulation, account, delivery, attempt);
  return { ...viewDelivery(account, delivery), attempt, call };
}

function triggerTopic(account: Account, input: unknown): TriggeredView {
  const { topic, email } = readAs(triggerShape, input);
  const all = topicsOf(account);
  const metric = all.get(topic);
  if (metric === undefined) {
    const near = nearest(topic, all.keys());
    throw new ControlError(`no topic '${topic}'`, "topic", { kind: "unknown", nearest: near });
  }
  const now = account.clock.now();
  const { id: event, profile } = account.aside(() => trigger(account, metric, email, now));
  const wanting = [...account.table(webhooks).all()].filter(
    ({ enabled, topics }) => enabled && topics.includes(topic),
  );
  return { event, account: account.id, topic, profile, webhooks: wanting.map(({ id }) => id) };
}

/** Deliveries to webhooks, as the library has them. */
export interface DeliveriesFace {
  /** Returns the newest of them, oldest first. */
  list(filter?: DeliveryFilter): DeliveryView[];
  /**
   * Returns one by its id, or the beginning of it, with the call of an attempt: its headers and its body.
   *
   * @param options the number of the attempt, from 1. Default: the last
   */
  show(id: string, options?: { attempt?: number }): WholeDeliveryView;
  /** Sends one again now, by its id or the beginning of it. */
  redeliver(id: string): DeliveryView;
  /** Writes an event of a topic for the purpose. Without a company id, in the first account. */
  trigger(topic: string, options?: { email?: string; account?: string }): TriggeredView;
  /**
   * Waits until nothing is to be delivered any more. On a frozen clock it waits for what is on its way alone.
   *
   * @returns what is pending then, with the instant at which it is due
   */
  settled(filter?: { account?: string }): Promise<DeliveryView[]>;
}

export function deliveriesFace(emulation: Emulation): DeliveriesFace {
  const accounts = (account?: string) => accountsOf({ emulation, account });
  const every = () => [...emulation.world.everyAccount()];
  return {
    list: ({ account, ...filter } = {}) => listDeliveries(accounts(account), filter),
    show: (id, { attempt } = {}) => showDelivery(emulation, every(), id, attempt),
    redeliver: (id) => sendAgain(every(), id),
    trigger: (topic, { account, ...given } = {}) =>
      triggerTopic(oneAccount(emulation.world, account), { topic, ...given }),
    async settled({ account } = {}) {
      await settled(emulation, () => accounts(account));
      return listDeliveries(accounts(account), { state: "pending", limit: limitMax });
    },
  };
}

export const deliveryOperations = [
  ...operationsOf(said.acts, {
    list: (call) => {
      const { account: _, ...filter } = call.query;
      return { deliveries: listDeliveries(accountsOf(call), filter) };
    },
    show: (call) => {
      const [id = ""] = call.params;
      return showDelivery(call.emulation, accountsOf(call), id, call.query.attempt);
    },
    redeliver: (call) => sendAgain(accountsOf(call), call.params[0] ?? ""),
  }),
  ...operationsOf(triggers.acts, { trigger: (call) => triggerTopic(accountOf(call), call.body) }),
];
