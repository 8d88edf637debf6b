import { number, object } from "../../../contract/shape.ts";
import { durationShape, notDuration, parseDuration } from "../../time/duration.ts";
import { durationMsMax, kind } from "../kind.ts";

export type Pace = { readonly overMs: number } | { readonly bytesPerSecond: number };

export const pace = kind({
  name: "pace",
  shape: object({ "over?": durationShape(), "bytesPerSecond?": number() }),
  means: "How slowly the body comes: { over: 5s } or { bytesPerSecond: 1000 }.",
  flag: "<pace>",
  does: "Send the body slowly: over 5s, or at 1000B/s",
  takes: "duration",
  fromText(text) {
    const rate = /^(\d+(?:\.\d+)?)\s*B\/s$/i.exec(text);
    return rate === null ? { over: text } : { bytesPerSecond: Number(rate[1]) };
  },
  along: true,
  takesTime: true,
  ofBody: true,
  makesSense(_, { input, fail }) {
    if (input.spoil === "empty") throw fail("an empty body has no pace", "pace");
  },
  read({ over, bytesPerSecond }, { fail }): Pace {
    if ((over === undefined) === (bytesPerSecond === undefined))
      throw fail("expected one of over and bytesPerSecond", "pace");
    if (bytesPerSecond !== undefined) {
      if (bytesPerSecond > 0 && Number.isFinite(bytesPerSecond)) return { bytesPerSecond };
      throw fail("expected a number above 0", "pace.bytesPerSecond");
    }
    const overMs = parseDuration(over);
    if (overMs !== undefined && overMs > 0 && overMs <= durationMsMax) return { overMs };
    const usual = "expected a duration of at most an hour, such as 5s";
    throw fail(notDuration(over, usual), "pace.over");
  },
  leaves: { pace: "whole" },
  family: "slow",
});
