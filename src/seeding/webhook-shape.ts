import { boolean, described, list, object, string } from "../contract/shape.ts";
import { id, instant } from "./shape-parts.ts";

export const webhookShape = object({
  "id?": id(),
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
  "enabled?": described(boolean(), "Whether it is called. Default: true."),
  "created?": instant(),
});
