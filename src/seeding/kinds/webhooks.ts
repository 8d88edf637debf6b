import { vendorNames } from "../../contract/vendor-names.ts";
import { described, list, object, string, whether } from "../../contract/shape.ts";
import { webhook } from "../../domain/resources/webhook.ts";
import { namesOf } from "../../domain/webhook-topics.ts";
import { dated, kind, written } from "./kind.ts";

/** A topic need not be there yet: that of a metric begins with its first event. */
export const webhooks = kind({
  noun: "webhook",
  says: "Webhooks.",
  type: webhook.type,
  ids: "profile",
  asWritten: true,
  late: true,
  shape: object({
    name: string({ minLength: 1, maxLength: 255 }),
    "description?": string({ maxLength: 1000 }),
    endpoint_url: described(string({ minLength: 1, maxLength: 2000 }), "Where it is called."),
    secret_key: described(
      string({ minLength: 16, maxLength: 1000 }),
      "Signs what is sent: 16 characters at least.",
    ),
    topics: described(
      list(string({ pattern: "^event:[^.]+\\..+$" }), { min: 1 }),
      "Such as event:service.subscribed_to_list.",
    ),
    "enabled?": whether("Whether it is called. Default: true."),
    ...dated,
  }),
  planned(said, place) {
    const { endpoint_url: url } = said;
    const protocol = URL.canParse(url) ? new URL(url).protocol : "";
    if (!/^https?:$/.test(protocol)) throw place.at("endpoint_url").error("expected an https URL");
    return { ...said, topics: [...new Set(said.topics)].sort() };
  },
  changes(account, record) {
    const usual = vendorNames().topics;
    // Files name the service as nobody has renamed it.
    const topics = record.topics.map((topic) =>
      topic.startsWith(usual) ? namesOf(account).topics + topic.slice(usual.length) : topic,
    );
    const { topics: _, ...said } = record;
    return [written(account, webhook.type, said, { topics })];
  },
});
