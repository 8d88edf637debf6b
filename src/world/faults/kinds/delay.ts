import { list, number, object, oneOf } from "../../../contract/shape.ts";
import { durationShape, notDuration, parseDuration } from "../../time/duration.ts";
import { durationMsMax, kind } from "../kind.ts";

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
  read(input, { fail }): Delay {
    const read = (value: string | undefined, path: string): number => {
      const ms = parseDuration(value);
      if (ms !== undefined && ms >= 0 && ms <= durationMsMax) return ms;
      const usual = "expected a duration of at most an hour, such as 250ms or 2s";
      throw fail(notDuration(value, usual), path);
    };
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
