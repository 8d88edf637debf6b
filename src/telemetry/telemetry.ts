import type { Meter } from "@opentelemetry/api";
import { countersOf } from "../control/limit-counters.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { Entry, Raw } from "../world/journal/entry.ts";
import { askedOf, routeOf, type Scheme, spanWriter } from "./span-writer.ts";
import type { ExportResult } from "@opentelemetry/core";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { version } from "../version.ts";

/** The advised bounds of the convention's histogram, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Measures how long requests take, and how full the windows of the rate limits are whenever metrics are sent. */
function meterEmulator(meter: Meter, emulation: Emulation, scheme: Scheme) {
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
  return (entry: Entry): void => {
    const seconds = (entry.durationMs ?? 0) / 1000;
    duration.record(seconds, askedOf(entry, routeOf(entry, emulation.api), scheme));
  };
}

/** How often metrics are sent, in milliseconds, and at the end once more. */
const meteredMs = 5000;

/** For how long a receiver is tried: whoever waits for the end of a run waits for it, too. In milliseconds. */
const patienceMs = 2000;

/** How many spans may wait to be sent: as many requests as a busy second brings. */
const spansMax = 20_000;

export interface Telemetry {
  /** Sends what is left, and does not throw. */
  end(): Promise<void>;
}

/** Sends traces and metrics by OTLP over HTTP as JSON. @param told once, if the receiver does not take them */
export function exportTelemetry(
  emulation: Emulation,
  url: string,
  scheme: Scheme,
  told: (line: string) => void,
): Telemetry {
  const resource = resourceFromAttributes({
    "service.name": "service-emulator",
    "service.version": version,
  });
  const complain = complainer(url, told);
  const at = (path: string) => ({
    url: `${url.replace(/\/+$/, "")}${path}`,
    timeoutMillis: patienceMs,
  });
  const traces = heard(new OTLPTraceExporter(at("/v1/traces")), complain);
  const spans = new BatchSpanProcessor(traces, { maxQueueSize: spansMax });
  const tracers = new BasicTracerProvider({ resource, spanProcessors: [spans] });
  const exporter = heard(new OTLPMetricExporter(at("/v1/metrics")), complain);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: meteredMs });
  const meters = new MeterProvider({ resource, readers: [reader] });

  const tracer = tracers.getTracer("service-emulator", version);
  const write = spanWriter(tracer, emulation.api, scheme);
  const measure = meterEmulator(meters.getMeter("service-emulator", version), emulation, scheme);
  const underWay = new Map<Entry, Raw["headers"]>();
  const { journal } = emulation.lasting;
  const ended = (entry: Entry, headers: Raw["headers"]) => {
    write(entry, headers);
    measure(entry);
  };
  const stops = [
    journal.written.listen((entry, { headers }) => {
      if (entry.durationMs === null) underWay.set(entry, headers);
      else ended(entry, headers);
    }),
    journal.ended.listen((entry) => {
      const headers = underWay.get(entry);
      underWay.delete(entry);
      if (headers !== undefined) ended(entry, headers);
    }),
  ];
  return {
    async end() {
      for (const stop of stops) stop();
      // A receiver that is gone was told of: nothing else can go wrong here.
      await Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
    },
  };
}

function complainer(url: string, told: (line: string) => void): (problem: Error) => void {
  let isTold = false;
  return ({ message, cause }) => {
    if (isTold) return;
    isTold = true;
    const why = cause instanceof Error ? `${message}: ${cause.message}` : message;
    told(`${url} takes no traces or metrics: ${why || "it does not answer"}. Check --otlp`);
  };
}

interface Sender<T> {
  export(what: T, done: (result: ExportResult) => void): void;
}

function heard<T, S extends Sender<T>>(sender: S & Sender<T>, failed: (problem: Error) => void): S {
  const send = sender.export.bind(sender);
  sender.export = (what, done) =>
    send(what, (result) => {
      if (result.code !== 0) failed(result.error ?? new Error());
      done(result);
    });
  return sender;
}
