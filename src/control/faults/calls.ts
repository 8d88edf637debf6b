import { webhooks } from "../../domain/resources/webhook.ts";
import { topicsOf } from "../../domain/webhook-topics.ts";
import { isWebhook } from "../../world/faults/delivery.ts";
import type { FaultInput } from "../../world/faults/types.ts";
import { matchesGlob } from "../../world/glob.ts";
import { nearest } from "../../world/nearest.ts";
import type { World } from "../../world/world.ts";

/** Why no call of a webhook can meet a fault on deliveries, as things stand; undefined: some can. */
export function whyNoCall(world: World, fault: FaultInput): string | undefined {
  const { delivery = "*", match = {} } = fault;
  const accounts = [...world.everyAccount()].filter(
    ({ id }) => match.account === undefined || id === match.account,
  );
  const hooks = accounts.flatMap((account) => [...account.table(webhooks).all()]);
  const { webhook } = match;
  const named = hooks.filter((hook) => webhook === undefined || isWebhook(webhook, hook));
  if (webhook !== undefined && named.length === 0) {
    const near = nearest(
      webhook,
      hooks.flatMap(({ id, name }) => [id, name]),
    );
    return `no webhook has the id or the name ${webhook}${meant(near)}`;
  }
  const topics = new Set(accounts.flatMap((account) => [...topicsOf(account).keys()]));
  const wanted = named.flatMap((hook) => (hook.enabled ? hook.topics : []));
  const isMeant = (topic: string) => matchesGlob(delivery, topic);
  if (wanted.some(isMeant)) return undefined;
  if ([...topics].some(isMeant)) return `no webhook that is switched on wants ${delivery}`;
  return `there is no topic like ${delivery}${meant(nearest(delivery, topics))}`;
}

const meant = (near: string | undefined): string =>
  near === undefined ? "" : ` (did you mean ${near}?)`;
