import type { Operation } from "../../contract/compile.ts";
import { newestRevision } from "../../contract/revisions.ts";
import { vendorNames } from "../../contract/vendor-names.ts";
import type { RecordedExchange } from "../../seeding/recording/exchange.ts";
import type { Behavior } from "../../verbs/invocation.ts";
import { advanceClock } from "../../control/clock.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { nameTakenOff } from "../../pipeline/named-url.ts";
import { Collected } from "./comparison.ts";
import { type Difference, differs } from "./difference.ts";
import { documentDifferences } from "./documents.ts";
import { headerDifferences } from "./headers.ts";
import type { Ledger } from "./ledger.ts";
import { quirkOf } from "./quirk.ts";
import { identifiersIn, jsonIn } from "./resources.ts";
import { passedOver } from "./weather.ts";

/** An emulator that a recording is replayed against. */
export interface Bench {
  readonly emulation: Emulation;
  readonly fetch: typeof fetch;
  readonly url: string;
  readonly key: string;
  readonly companyId: string;
}

/** What the emulator has answered. */
interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Replays exchanges in their order, each at its instant, and compares what is answered with what was recorded. */
export class Replay {
  readonly #bench: Bench;
  readonly #ledger: Ledger;
  readonly collected = new Collected();

  constructor(bench: Bench, ledger: Ledger) {
    this.#bench = bench;
    this.#ledger = ledger;
  }

  async take(exchange: RecordedExchange): Promise<void> {
    const { emulation } = this.#bench;
    const { method, url, status } = exchange;
    const path = nameTakenOff(url.pathname)?.rest ?? url.pathname;
    const match = emulation.api.match(method, path);
    const why = passedOver(exchange, match.kind);
    if (why !== undefined) return this.collected.passOver(why);
    await this.#moveClock(exchange.at);
    this.#ledger.hear(exchange);
    const own = await this.send(exchange);
    const operation = "row" in match ? match.row : undefined;
    if (
      status < 300 &&
      own.status >= 400 &&
      this.#isUnknown(exchange, "params" in match ? match.params : [])
    ) {
      this.collected.passOver("about records that the recording does not show");
    } else {
      const differences = [...this.#differences(exchange, own, operation)];
      const request = `${method} ${url.pathname}${url.search}`;
      const id = match.kind === "row" ? match.row.id : `${method} ${path}`;
      const at = { operation: id, request, where: exchange.where, status: own.status };
      const { sent } = this.#ledger;
      this.collected.add(at, differences, (difference) =>
        match.kind === "row"
          ? quirkOf({ difference, operation: id, exchange, status: own.status, sent })
          : undefined,
      );
    }
    this.#ledger.read(exchange);
  }

  /** Sends a recorded request, with the emulator's own ids and key. */
  async send({ method, url, request, status }: RecordedExchange): Promise<Answered> {
    const { emulation, fetch: ask, url: base, key, companyId } = this.#bench;
    const { mapping } = this.#ledger;
    const target = mapping.target(url, companyId);
    const body = isBodiless(method) ? undefined : this.#bodyOf(request.body);
    const { authScheme, vendorName } = emulation.world.settings;
    const kept = ["accept", "content-type", "revision", vendorNames(vendorName).filtersHeader];
    const headers = new Headers(
      kept.flatMap((name) => {
        const value = request.headers[name];
        return value === undefined ? [] : [[name, value] as [string, string]];
      }),
    );
    // Recorders leave out what is secret: a request that was let in had a key.
    const isLetIn = status !== 401;
    if (url.pathname.startsWith("/api/") && (isLetIn || request.headers["authorization"]))
      headers.set("authorization", `${authScheme} ${isLetIn ? key : "unknown"}`);
    if (!headers.has("revision") && status !== 400) headers.set("revision", newestRevision);
    const response = await ask(base + target, { method, headers, ...(body && { body }) });
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  }

  /** A body in which nothing is replaced is sent as it was. */
  #bodyOf(text: string): string {
    const { mapping } = this.#ledger;
    const json = jsonIn(text);
    if (json === undefined) return mapping.text(text);
    const own = mapping.value(json);
    const written = JSON.stringify(own);
    return written === JSON.stringify(json) ? text : written;
  }

  async #moveClock(at: number | undefined): Promise<void> {
    const { world } = this.#bench.emulation;
    const ms = (at ?? 0) - world.clock.now();
    if (ms > 0) await advanceClock(world, `${ms}ms`);
  }

  /** Whether it names a record that could not be made, since no response of the recording shows it. */
  #isUnknown({ request }: RecordedExchange, params: readonly string[]): boolean {
    const inBody = [...identifiersIn(jsonIn(request.body))].map(({ id }) => id);
    const named = [...params, ...inBody];
    const { mapping, sent } = this.#ledger;
    return named.some((id) => !mapping.knows(id) && !sent.has(id.split(":::").at(-1) ?? id));
  }

  *#differences(
    { status, url, response }: RecordedExchange,
    own: Answered,
    operation: Operation<Behavior> | undefined,
  ): Generator<Difference> {
    if (status !== own.status) {
      const note = detailIn(status >= 400 ? response.body : own.body);
      yield { ...differs("status", "status", status, own.status), ...(note && { note }) };
      return;
    }
    yield* headerDifferences(response.headers, own.headers, this.#ledger.mapping);
    if (response.isCut) {
      this.collected.cut += 1;
      return;
    }
    const [recorded, ours] = [jsonIn(response.body), jsonIn(own.body)];
    if ((response.body === "") !== (own.body === ""))
      yield differs("shape", "body", response.body || undefined, own.body || undefined);
    if (recorded === undefined || ours === undefined || operation === undefined) return;
    const { api } = this.#bench.emulation;
    const asked = { api, operation, search: url.searchParams, ...this.#ledger };
    yield* documentDifferences(recorded, ours, asked);
  }
}

const isBodiless = (method: string): boolean => method === "GET" || method === "HEAD";

/** What a refusal says to people. */
function detailIn(body: string): string | undefined {
  const [error] = (jsonIn(body) as { errors?: { detail?: unknown }[] } | undefined)?.errors ?? [];
  return typeof error?.detail === "string" ? error.detail.slice(0, 80) : undefined;
}
