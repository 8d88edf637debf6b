import { one } from "../../contract/members.ts";
import { derived, type RecordOf } from "../../contract/resource.ts";
import { literal } from "../../contract/shape.ts";

/** The messages between a profile and the account by one channel: it is there as soon as it may be written in. */
export const conversation = derived("conversation", {
  path: "/api/conversations",
  attributes: { channel: { shape: literal("instagram", "sms", "whatsapp") } },
  relationships: { profile: one("profile", { unlinked: true, erased: "stays" }) },
});

export type Conversation = RecordOf<typeof conversation>;
