import { one } from "../../contract/relationship.ts";
import { derived, type RecordOf } from "../../contract/resource.ts";

/** That a message led to an event: what its person did with the message, and which message it was. */
export const attribution = derived("attribution", {
  path: "/api/attributions",
  relationships: {
    event: one("event", { erased: "stays" }),
    "attributed-event": one("event", { from: "attributed" }),
    campaign: one("campaign", { optional: true, ifAny: true }),
    "campaign-message": one("campaign-message", { from: "message", optional: true, ifAny: true }),
    flow: one("flow", { optional: true, ifAny: true }),
    "flow-message": one("flow-message", { optional: true, ifAny: true }),
    "flow-message-variation": one("flow-message", { optional: true, ifAny: true }),
  },
});

export type AttributionRecord = RecordOf<typeof attribution>;
