import { durationShape } from "../../time/duration.ts";
import { kind, readSpan } from "../kind.ts";

/** Servers close connections on which nothing came for a while: a request that is just sent on one meets that. */
export const idleClose = {
  sends: "whole",
  ends: "close when idle",
  leaves: "whole",
  words: "idle-close is FIN after the response, once no request has come for as long as idle says",
} as const;

const span = readSpan("idle");

/** How long a connection is idle before it is closed. */
export const idle = kind({
  name: "idle",
  shape: durationShape(),
  means: "With connection: idle-close, how long no request comes before it is closed (default 1s).",
  flag: "<duration>",
  does: "With idle-close: close after this long without a request (default: 1s)",
  beside: ["connection"],
  takesTime: true,
  intact: () => true,
  read(value, written) {
    if (written.input.connection === "idle-close") return span(value ?? "1s", written);
    if (value !== undefined) throw written.fail("goes with connection: idle-close", "idle");
    return undefined;
  },
});
