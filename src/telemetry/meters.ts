import type { Meter } from "@opentelemetry/api";
import { countersOf } from "../control/limit-counters.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { Entry } from "../world/journal/entry.ts";
import { askedOf, routeOf, type Scheme } from "./span-writer.ts";

/** Notes each exchange that has ended. */
export interface RequestMeter {
  note(entry: Entry): void;
}

/** The advised bounds of the convention's histogram, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Measures how long requests take, and how full the windows of the rate limits are whenever metrics are sent. */
export function meterEmulator(meter: Meter, emulation: Emulation, scheme: Scheme): RequestMeter {
  const duration = meter.createHistogram("http.server.request.duration", {
    unit: "s",
    description: "Duration of HTTP server requests.",
    advice: { explicitBucketBoundaries: bounds },
  });
  const gauge = (name: string, description: string) =>
    meter.createObservableGauge(name, { unit: "{request}", description });
  const used = gauge("emulator.limit.used", "Requests of a window of a rate limit so far.");
  const limit = gauge("emulator.limit.max", "Requests that a window of a rate limit takes.");
  meter.addBatchObservableCallback(
    (result) => {
      for (const account of emulation.world.accounts.values()) {
        for (const counter of countersOf(account)) {
          const attributes = {
            "emulator.account": account.id,
            "emulator.limit": counter.name,
            "emulator.window": counter.window,
            ...(counter.app !== undefined && { "emulator.app": counter.app }),
          };
          result.observe(used, counter.used, attributes);
          result.observe(limit, counter.limit, attributes);
        }
      }
    },
    [used, limit],
  );
  return {
    note: (entry) => {
      const seconds = (entry.durationMs ?? 0) / 1000;
      duration.record(seconds, askedOf(entry, routeOf(entry, emulation.api), scheme));
    },
  };
}
