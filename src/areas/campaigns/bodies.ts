import { creation } from "../../contract/bodies.ts";
import { during, list, literal, nullable, object, required, string } from "../../contract/shape.ts";
import { defined, flat } from "../../domain/campaigns/shape.ts";
import { channels, newDefinition } from "../../domain/campaigns/message-definition.ts";
import { campaign, plainShapes } from "../../domain/resources/campaign.ts";

const end = <const T extends string>(type: T) => object({ type: literal(type), id: string() });
const image = object({ "data?": end("image") });

const newMessage = object({
  type: literal("campaign-message"),
  attributes: object({
    "definition?": required(during(newDefinition, defined), defined),
    "channel?": required(during(literal(...channels), flat), flat),
    "label?": during(nullable(string()), flat),
    "content?": during(nullable(plainShapes.content), flat),
    "render_options?": during(plainShapes.render_options, flat),
  }),
  "relationships?": during(object({ "image?": image }), defined),
});

/** A campaign comes with its messages. */
export const newCampaign = object({
  data: creation(campaign, {
    "campaign-messages": object({ data: list(newMessage, { min: 1 }) }),
  }),
});

export const clone = object({
  data: object({
    type: literal("campaign"),
    id: string(),
    attributes: object({ "new_name?": nullable(string({ minLength: 1, maxLength: 1000 })) }),
  }),
});

export const assignment = object({
  data: object({
    type: literal("campaign-message"),
    id: string(),
    relationships: object({ template: object({ data: end("template") }) }),
  }),
});

export const otherImage = object({ data: end("image") });

export const job = <const T extends string>(type: T) =>
  object({ data: object({ type: literal(type), id: string() }) });

export const stopping = object({
  data: object({
    type: literal("campaign-send-job"),
    id: string(),
    attributes: object({ action: literal("cancel", "revert") }),
  }),
});
