import type { OpenApi } from "./contract/openapi/document.ts";
import { begin, print } from "./beginning.ts";
import { called, faceOf, Lifetime, reportError } from "./boundary.ts";
import { ControlError } from "./emulation/problem.ts";
import { judgeReceivers } from "./control/receivers.ts";
import { Ahead } from "./emulation/ahead.ts";
import type { Resettable } from "./emulation/emulation.ts";
import { type Faces, facesOf } from "./control/faces.ts";
import type { KeysByName } from "./control/keys.ts";
import type { SandboxOptions } from "./emulation/sandbox.ts";
import type { Fetch } from "./control/platform.ts";
import { createSandbox, type Sandbox } from "./control/sandboxes.ts";
import { serviceDocument } from "./control/openapi.ts";
import { referenceOf } from "./control/reference.ts";
import { type Ending, judge, observe, type ReportOptions } from "./control/report.ts";
import { type Added, seedDocument } from "./control/state/seed.ts";
import { controlOperations } from "./control/operations.ts";
import { type Listen, listenTo } from "./control/requests/stream.ts";
import { Feed } from "./control/requests/feed.ts";
import { createControl, isControl, unavailable as controlUnavailable } from "./control/respond.ts";
import { type EmulatorAccount, type EmulatorApp, identityOf } from "./identity.ts";
import { OptionError } from "./option-shape.ts";
import { settingsOf } from "./options.ts";
import type { EmulatorOptions } from "./option-types.ts";
import { Explorations } from "./explore/explorations.ts";
import {
  type ExplorationFace,
  explorationFace,
  explorationOperations,
} from "./explore/operations.ts";
import { exploring } from "./explorer.ts";
import { kept } from "./durable/kept.ts";
import type { Incoming, Reply } from "./pipeline/incoming.ts";
import { bytesMaxOf } from "./pipeline/body.ts";
import { respond } from "./pipeline/run.ts";
import { unavailable } from "./pipeline/unavailable.ts";
import { named } from "./pipeline/vendor.ts";
import { scenarioOperations, Scenarios } from "./scenarios/operations.ts";
import { type ScenariosFace, scenariosFace } from "./scenarios/operations.ts";
import type { ReceiversFace } from "./scenarios/receivers.ts";
import type { Fixture } from "./seeding/fixture/shape.ts";
import type { ReportCard } from "./report/card-shape.ts";
import type { Reference } from "./report/reference.ts";
import { urlFor } from "./pipeline/named-url.ts";
import { Courier } from "./emulation/courier.ts";
import { createFetch } from "./server/fetch.ts";
import { isOwnAddress, isOwnUrl } from "./server/own.ts";
import { createToken, isLoopback } from "./server/guard.ts";
import { openSocket } from "./server/open-socket.ts";
import type { Credentials, TlsOption } from "./server/tls.ts";
import { newSecretKey } from "./world/chance.ts";

/** A running emulator. `close` it, or declare it with `await using`. */
export interface Emulator extends Faces, AsyncDisposable {
  /** Where it listens; without a socket, a name that only its own `fetch` knows. */
  readonly url: string;
  /**
   * Returns a base URL for one call: the report card takes the requests to it for attempts at that call.
   *
   * @param name 1 to 100 characters of A-Z a-z 0-9 . _ -
   * @throws ControlError for any other name
   */
  urlFor(name: string): string;
  /** `fetch` by way of the emulator's stages, without a socket. */
  readonly fetch: Fetch;
  /** The first account's keys by name: `emulator.keys.full`. */
  readonly keys: KeysByName;
  readonly companyId: string;
  readonly accounts: readonly EmulatorAccount[];
  readonly apps: readonly EmulatorApp[];
  readonly controlToken: string | undefined;
  /** With `tls`: what a client must trust, as PEM. */
  readonly certificate: string | undefined;
  readonly receivers: ReceiversFace;
  readonly scenarios: ScenariosFace;
  readonly exploration: ExplorationFace;
  /** The service as an OpenAPI 3.1 document, in the newest revision unless one is named. */
  openapi(revision?: string): Promise<OpenApi>;
  /**
   * Judges the client: what it retried, how it waited, what it wrote twice, from the journal alone.
   *
   * @throws ControlError for an unknown account, preset or threshold
   */
  report(options?: ReportOptions): Promise<ReportCard>;
  /**
   * Looks on from now, also over resets.
   *
   * @returns judges what was seen, and looks away; `{ running: true }` for a client that was killed
   */
  observe(options?: ReportOptions): Promise<(ending?: Ending) => Promise<ReportCard>>;
  /**
   * Runs a client twice where nothing goes wrong, each time from the present state, which is put back. A report card
   * that is given the result tells the client's retries from its calls.
   *
   * @example
   * const reference = await emulator.reference(() => sync(emulator.url));
   * const end = await emulator.observe({ reference });
   */
  reference(run: () => unknown): Promise<Reference>;
  /**
   * Hears of all that happens from now on: requests, faults, clocks, limits, deliveries, messages, explorations, resets,
   * snapshots.
   *
   * @returns stops listening
   */
  listen(...listening: Parameters<Listen>): () => void;
  /** An account of its own for one test, like the seeded one: nothing that is done there is seen here. */
  sandbox(options?: SandboxOptions): Sandbox;
  /**
   * Adds a fixture document to the present state, all or nothing; a reset takes it away again. It may name
   * what is there; without a company id, it is the first account's.
   *
   * @throws ControlError for the first thing that is wrong, with its path in the document
   */
  seed(document: Fixture): Promise<readonly Added[]>;
  /**
   * Reads the fixtures again and begins anew with them: a reset, and later ones go back to the same. If one
   * is wrong, nothing changes.
   *
   * @throws FixtureError for a wrong one, ControlError with `dataDir` or `state`
   */
  reload(): Promise<void>;
  reset(only?: readonly Resettable[]): void;
  /** Answers what is under way, writes what is to be kept, and ends. */
  close(): Promise<void>;
}

/** The name of an emulator that has no socket. */
const socketless = "http://emulator.localhost";

/**
 * Boots an emulator: seeded, and listening if a port was given.
 *
 * @example await using emulator = await createEmulator({ fixtures: ["small"], port: 0 })
 * @throws FixtureError for a wrong fixture, ListenError for a port that cannot be opened,
 *   ControlError with the option that is wrong, DataFolderError for a data folder that cannot be used
 */
export const createEmulator: (options?: EmulatorOptions) => Promise<Emulator> = called(boot);

async function boot(options: EmulatorOptions = {}): Promise<Emulator> {
  const told = settingsOf(options);
  const { onError = reportError, onNote = print } = options;
  const { host, port, allowedHosts = [], openReads = false, tls, unref } = options;
  const credentials =
    tls === undefined || tls === false || port === undefined
      ? undefined
      : await credentialsOf(tls, [...allowedHosts, ...(host === undefined ? [] : [host])]);
  const exposed = host !== undefined && !isLoopback(host);
  const controlToken = options.controlToken ?? (exposed ? createToken() : undefined);
  const settings = {
    ...told,
    ...(exposed && { secretKey: newSecretKey() }),
    ...(controlToken !== undefined && { controlToken }),
  };
  const { emulation, data, notes, again } = await begin(options, settings, onError);
  const ahead = new Ahead();
  const service = kept(
    data,
    named(settings.vendorName, (incoming) => {
      ahead.note();
      emulation.time.machine.follow();
      emulation.lag.note(emulation.world.clock.realNow());
      return respond(incoming, emulation.world, emulation.api, onError);
    }),
    unavailable,
  );
  const scenarios = new Scenarios(emulation);
  const feed = new Feed(emulation);
  const explorations = new Explorations(emulation);
  const operations = [
    ...controlOperations,
    ...scenarioOperations(scenarios),
    ...explorationOperations(explorations),
  ];
  const control = kept(
    data,
    createControl(emulation, { onError, onNote, feed }, operations),
    (_, why) => controlUnavailable(why),
  );
  const watching =
    port === undefined ? [] : [emulation.lag.watch(), ahead.watch(() => emulation.world)];
  const unwatch = () => watching.forEach((end) => end());
  const socket =
    port === undefined
      ? undefined
      : await openSocket(
          {
            service,
            control,
            bytesMaxOf: (method, target) => bytesMaxOf(emulation.api, method, target),
            onError,
          },
          { allowedHosts, controlToken, guardsReads: exposed && !openReads },
          { port, host, tls: credentials, unref },
        ).catch(async (error: unknown) => {
          unwatch();
          await data?.log.close();
          throw error;
        });
  for (const line of notes) onNote(line);
  const url = socket?.url ?? socketless;
  const sending = {
    allowed: settings.webhooksAllow ?? [],
    isExposed: exposed,
    isOwn: (address: string, to: number) => isOwnAddress(socket?.url, address, to),
  };
  const courier = new Courier({
    api: emulation.api,
    // Loaded with the first call.
    send: async (call, gone) => (await import("./server/send.ts")).send(sending, call, gone),
    fetch: async (wanted, gone) => (await import("./server/send.ts")).fetch(sending, wanted, gone),
    origin: () => url,
    kept: () => data?.log.saved(),
    isOwn: (target) => isOwnUrl(socket?.url, target, allowedHosts),
    failed: onError,
  });
  emulation.sendBy(courier);
  const face = (incoming: Incoming): Reply | Promise<Reply> =>
    isControl(incoming.target.replace(/\?.*/s, "")) ? control(incoming) : service(incoming);
  const lifetime = new Lifetime(() => emulation.time.machine.follow());
  let ending: Promise<void> | undefined;
  const close = () => (ending ??= end());
  const end = async () => {
    lifetime.end();
    scenarios.endAll();
    emulation.world.stop();
    await courier.close();
    await socket?.close();
    unwatch();
    await data?.log.close();
  };
  let identity = identityOf(emulation);
  const answer = createFetch(face, () => url);
  const ask: typeof fetch = async (...asked) => {
    lifetime.requireOpen(ask);
    return answer(...asked);
  };
  const asked = {
    ...facesOf(emulation, url),
    receivers: {
      report: async (options) => judgeReceivers(emulation, options),
      examine: async (examinee) => {
        const { examine } = await import("./scenarios/receiver/exam.ts");
        await examine(emulation, examinee);
        return judgeReceivers(emulation);
      },
    },
    scenarios: scenariosFace(scenarios),
    exploration: explorationFace(explorations),
    openapi: async (revision) => serviceDocument(emulation, url, revision),
    report: async (options) => judge(emulation, options),
    observe: async (options) => observe(emulation, options),
    reference: async (run) => referenceOf(emulation, run),
    sandbox: (options) => createSandbox(emulation, { url, fetch: ask }, options),
    seed: async (document) => {
      const added = await seedDocument(emulation, document);
      await data?.log.saved();
      return added;
    },
    reload: async () => {
      await again();
      identity = identityOf(emulation);
    },
    reset: (only) => emulation.reset(only),
    urlFor: (name) => urlFor(url, name),
    listen: listenTo(emulation, feed),
  } satisfies Partial<Emulator>;
  return exploring(emulation, explorations, {
    url,
    fetch: ask,
    ...faceOf(asked, lifetime.requireOpen),
    get accounts() {
      return identity.accounts;
    },
    get apps() {
      return identity.apps;
    },
    get companyId() {
      return identity.companyId;
    },
    get keys() {
      return identity.keys;
    },
    controlToken,
    certificate: credentials?.trust,
    close,
    [Symbol.asyncDispose]: close,
  });
}

/** Certificates are made and read where there is TLS; nothing of it is loaded elsewhere. */
const credentialsOf = async (tls: TlsOption, names: readonly string[]): Promise<Credentials> =>
  (await import("./server/certificate.ts")).credentialsOf(tls, names).catch((error: unknown) => {
    throw error instanceof ControlError ? new OptionError(error.reason, error.path) : error;
  });
