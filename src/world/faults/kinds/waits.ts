import { list, number, object, oneOf } from "../../../contract/shape.ts";
import { durationShape } from "../../time/duration.ts";
import { durationMsMax, kind, readMs, readSpan } from "../kind.ts";

/** How long to wait, in milliseconds of world time. */
export type Delay =
  | { readonly kind: "fixed"; readonly ms: number }
  | { readonly kind: "uniform"; readonly fromMs: number; readonly toMs: number }
  | { readonly kind: "lognormal"; readonly medianMs: number; readonly sigma: number };

export const delay = kind({
  name: "delay",
  shape: oneOf(
    durationShape(),
    object({
      "uniform?": list(durationShape(), { min: 2, max: 2 }),
      "lognormal?": object({ median: durationShape(), sigma: number() }),
    }),
  ),
  means:
    "Wait before answering: a duration such as 250ms, { uniform: [100ms, 2s] } or { lognormal: { median: 200ms, sigma: 0.6 } }.",
  flag: "<duration>",
  does: "Delay the response: 250ms, 100ms..2s (uniform) or 200ms~0.6 (log-normal)",
  takes: "durations",
  step: "delay:5s",
  fromText(text) {
    if (text.includes("..")) return { uniform: text.split("..") };
    const [median = "", sigma] = text.split("~");
    return sigma === undefined ? text : { lognormal: { median, sigma: Number(sigma) } };
  },
  ofDeliveries: true,
  along: true,
  takesTime: true,
  intact: () => true,
  read(input, written): Delay {
    const { fail } = written;
    const usual = "expected a duration of at most an hour, such as 250ms or 2s";
    const read = (value: unknown, path: string): number =>
      readMs(value, path, written, usual, (ms) => ms >= 0 && ms <= durationMsMax);
    if (typeof input !== "object") return { kind: "fixed", ms: read(input, "delay") };
    const { uniform, lognormal } = input;
    if ((uniform === undefined) === (lognormal === undefined))
      throw fail("expected a duration, or one of uniform and lognormal", "delay");
    if (uniform !== undefined) {
      const [fromMs, toMs] = uniform.map((each, index) => read(each, `delay.uniform[${index}]`));
      if (fromMs === undefined || toMs === undefined || fromMs > toMs)
        throw fail("expected the shorter one first", "delay.uniform");
      return { kind: "uniform", fromMs, toMs };
    }
    const sigma = lognormal?.sigma ?? 0;
    if (!(sigma > 0 && sigma <= 5))
      throw fail("expected a number above 0 and at most 5", "delay.lognormal.sigma");
    const medianMs = read(lognormal?.median, "delay.lognormal.median");
    return { kind: "lognormal", medianMs, sigma };
  },
  leaves: { delay: "whole" },
  family: "slow",
});

export type Pace = { readonly overMs: number } | { readonly bytesPerSecond: number };

const overOf = readSpan("pace.over");

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
  read({ over, bytesPerSecond }, written): Pace {
    const { fail } = written;
    if ((over === undefined) === (bytesPerSecond === undefined))
      throw fail("expected one of over and bytesPerSecond", "pace");
    if (bytesPerSecond !== undefined) {
      if (bytesPerSecond > 0 && Number.isFinite(bytesPerSecond)) return { bytesPerSecond };
      throw fail("expected a number above 0", "pace.bytesPerSecond");
    }
    return { overMs: overOf(over ?? "", written) };
  },
  leaves: { pace: "whole" },
  family: "slow",
});
