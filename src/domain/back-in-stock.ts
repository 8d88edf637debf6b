import { during, list, literal, nullable, object, oneOf, string } from "../contract/shape.ts";
import type { Infer } from "../contract/shape.ts";
import { timeOf } from "./events/check.ts";
import type { Happening } from "./events/write.ts";
import { profileFields } from "./profiles/shape.ts";
import type { About } from "./events/system-event.ts";
import { systemEvents } from "./events/system-events.ts";

/** The body of a wish to be told when a variant can be had again, on either side. */
export const backInStock = object({
  data: object({
    type: literal("back-in-stock-subscription"),
    attributes: object({
      channels: list(
        oneOf(
          literal("EMAIL", "PUSH", "SMS"),
          during(literal("WHATSAPP"), { since: "2026-01-15" }),
        ),
        { min: 1 },
      ),
      profile: object({
        data: object({
          type: literal("profile"),
          "id?": nullable(string()),
          attributes: object({
            "email?": profileFields["email?"],
            "phone_number?": profileFields["phone_number?"],
            "external_id?": profileFields["external_id?"],
            "anonymous_id?": profileFields["anonymous_id?"],
          }),
        }),
      }),
    }),
    relationships: object({
      variant: object({
        data: object({ type: literal("catalog-variant"), id: string({ minLength: 1 }) }),
      }),
    }),
  }),
});

type Wish = Infer<typeof backInStock>["data"];

/** The event that the service writes of such a wish. @guess create_*back_in_stock_subscription: A variant that is not in the catalog is accepted. */
export function wished({ attributes, relationships }: Wish, now: number): Happening {
  const { id } = relationships.variant.data;
  const { metric: name } = systemEvents["wait for stock"];
  const properties: About = { variant_id: id, channels: attributes.channels };
  return {
    event: {
      // Somebody may wish for several variants in one second.
      unique_id: `${id} ${Math.floor(now / 1000)}`,
      properties: { ...properties },
      metric: { data: { type: "metric", attributes: { name } } },
    },
    profile: attributes.profile.data,
    time: timeOf({}, now),
    byExternalId: true,
    ofService: true,
  };
}
