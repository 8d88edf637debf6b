import { type Webhook, webhooks } from "../domain/resources/webhook.ts";
import { namesOf } from "../domain/vendor.ts";
import { vendorNames } from "../contract/vendor-names.ts";
import type { Account } from "../world/account.ts";
import { ulid } from "../world/ids.ts";
import { type AccountDraft, itemsOf } from "./drafts.ts";
import { founded, pastTime, type Streams } from "./groups.ts";
import type { PlanTime, WebhookPlan } from "./plan.ts";
import type { PlannedIds } from "./planned-ids.ts";
import { instantOf, nominalInstant } from "./fixture/times.ts";

/**
 * The webhooks of an account, in the order of the files. A topic need not be there yet: that of a metric begins
 * with its first event.
 *
 * @throws FixtureError for an id, a URL or a time that is none
 */
export const webhooksOf = (draft: AccountDraft, ids: PlannedIds, streams: Streams): WebhookPlan[] =>
  [...itemsOf(draft, "webhooks")].map(({ item, place }) => {
    const { id, endpoint_url: url, topics, created, ...rest } = item;
    const protocol = URL.canParse(url) ? new URL(url).protocol : "";
    if (!/^https?:$/.test(protocol)) throw place.at("endpoint_url").error("expected an https URL");
    const at: PlanTime = created === undefined ? founded : pastTime(created, place.at("created"));
    return {
      description: null,
      enabled: true,
      ...rest,
      url,
      topics: [...new Set(topics)].sort(),
      created: at,
      id:
        id === undefined
          ? ids.draw(() => ulid(streams("webhook"), epoch + Math.max(0, nominalInstant(at))))
          : ids.claim(id, "profile", place.at("id")),
    };
  });

/** The time in a planned id begins here, as that of profiles does. */
const epoch = Date.UTC(2025, 0, 1);

/** Puts webhooks into an account: what is there already stays as it is. */
export function plantWebhooks(
  account: Account,
  plans: readonly WebhookPlan[],
  planted: number,
): void {
  const usual = vendorNames().topics;
  const records = plans
    .filter(({ id }) => account.table(webhooks).get(id) === undefined)
    .map((plan): Webhook => {
      const created = instantOf(plan.created, planted);
      // Files name the service as nobody has renamed it.
      const topics = plan.topics.map((topic) =>
        topic.startsWith(usual) ? namesOf(account).topics + topic.slice(usual.length) : topic,
      );
      return { ...plan, topics, created, updated: created, seq: account.nextSeq() };
    });
  account.load(webhooks, records);
}
