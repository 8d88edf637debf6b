import type { ExportResult } from "@opentelemetry/core";
import { OTLPMetricExporter } from "@opentelemetry/exporter-metrics-otlp-http";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { Emulation } from "../emulation/emulation.ts";
import { version } from "../version.ts";
import type { Entry } from "../world/journal/entry.ts";
import { meterEmulator } from "./meters.ts";
import { type Scheme, SpanWriter } from "./span-writer.ts";

/** How often metrics are sent, in milliseconds, and at the end once more. */
const meteredMs = 5000;

/** For how long a receiver is tried: whoever waits for the end of a run waits for it, too. In milliseconds. */
const patienceMs = 2000;

/** How many spans may wait to be sent: as many requests as a busy second brings. */
const spansMax = 20_000;

/** What sends an emulator's traces and metrics until it ends. */
export interface Telemetry {
  /** Sends what is left. It does not throw: a receiver that is gone is told of by a note. */
  end(): Promise<void>;
}

/**
 * Sends a span for each exchange, and metrics of requests and rate limit windows, by OTLP over HTTP as JSON.
 *
 * @param url of the receiver, such as `http://127.0.0.1:4318`: `/v1/traces` and `/v1/metrics` are added
 * @param scheme by which the emulator is asked
 * @param told once, if the receiver does not take them
 */
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

  const writer = new SpanWriter(
    tracers.getTracer("service-emulator", version),
    emulation.api,
    scheme,
  );
  const meter = meterEmulator(meters.getMeter("service-emulator", version), emulation, scheme);
  const underWay = new Map<Entry, Parameters<SpanWriter["write"]>[1]>();
  const { journal } = emulation.lasting;
  const ended = (entry: Entry, headers: Parameters<SpanWriter["write"]>[1]) => {
    writer.write(entry, headers);
    meter.note(entry);
  };
  const stops = [
    journal.listen((entry, { headers }) => {
      if (entry.durationMs === null) underWay.set(entry, headers);
      else ended(entry, headers);
    }),
    journal.listenToEnds((entry) => {
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

/** Says what is wrong with a receiver, once. */
function complainer(url: string, told: (line: string) => void): (problem: Error) => void {
  let isTold = false;
  return ({ message, cause }) => {
    if (isTold) return;
    isTold = true;
    const why = cause instanceof Error ? `${message}: ${cause.message}` : message;
    told(`${url} takes no traces or metrics: ${why || "it does not answer"}. Check --otlp`);
  };
}

/** What sends things somewhere, and says what came of it. */
interface Sender<T> {
  export(what: T, done: (result: ExportResult) => void): void;
}

/** The same, whose failures are told. */
function heard<T, S extends Sender<T>>(sender: S & Sender<T>, failed: (problem: Error) => void): S {
  const send = sender.export.bind(sender);
  sender.export = (what, done) =>
    send(what, (result) => {
      if (result.code !== 0) failed(result.error ?? new Error());
      done(result);
    });
  return sender;
}
