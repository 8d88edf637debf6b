import type { OpenApi } from "./contract/openapi/document.ts";
import { type Beginning, begin, print } from "./beginning.ts";
import { called, faceOf, Lifetime, reportError } from "./boundary.ts";
import { judgeReceivers } from "./control/receivers.ts";
import type { Resettable } from "./emulation/emulation.ts";
import { type Faces, facesOf, controlOperations } from "./control/operations.ts";
import type { KeysByName } from "./control/keys.ts";
import type { SandboxOptions } from "./emulation/sandbox-options.ts";
import type { Fetch } from "./control/platform.ts";
import { createSandbox, type Sandbox } from "./control/sandboxes.ts";
import { serviceDocument } from "./control/openapi.ts";
import { type Ending, judge, observe, type ReportOptions } from "./control/report.ts";
import { type Added, seedDocument } from "./control/state/transfer.ts";
import { type Listen, listenTo } from "./control/requests/stream.ts";
import { Feed } from "./control/requests/feed.ts";
import { createControl } from "./control/respond.ts";
import { type EmulatorAccount, type EmulatorApp, identityOf } from "./identity.ts";
import type { EmulatorOptions } from "./option-types.ts";
import type { Interception } from "./server/intercept/interceptor.ts";
import { exposureOf, run } from "./running.ts";
import { Explorations, explorationFace, explorationOperations } from "./explore/explorations.ts";
import type { ExplorationFace } from "./explore/explorations.ts";
import { examClient, type ExploredClient, exploring } from "./explorer.ts";
import type { Examined } from "./explore/exam/effort.ts";
import type { ExamOptions } from "./explore/types.ts";
import { scenarioOperations, Scenarios, scenariosFace } from "./scenarios/operations.ts";
import type { ScenariosFace } from "./scenarios/operations.ts";
import type { ReceiversFace } from "./scenarios/receivers.ts";
import type { Fixture } from "./seeding/fixture/shape.ts";
import type { ReportCard } from "./report/card-shape.ts";
import type { Reference } from "./report/reference.ts";
import { urlFor } from "./pipeline/incoming.ts";
import { createFetch } from "./server/fetch.ts";

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
  /** With `intercept`: the proxy that stands between programs and the hosts that they have written in. */
  readonly interception: Interception | undefined;
  readonly receivers: ReceiversFace;
  readonly scenarios: ScenariosFace;
  readonly exploration: ExplorationFace;
  /** The service as an OpenAPI 3.1 document, in the newest revision unless one is named. */
  openapi(revision?: string): Promise<OpenApi>;
  /**
   * Judges the client from the journal alone: its retries, waits and doubles. @throws ControlError for a wrong option
   */
  report(options?: ReportOptions): Promise<ReportCard>;
  /**
   * Looks on from now, also over resets. @returns judges what was seen; `{ running: true }` for a client that was
   * killed
   */
  observe(options?: ReportOptions): Promise<(ending?: Ending) => Promise<ReportCard>>;
  /**
   * Runs a client twice where nothing goes wrong, each time from the present state, which is put back. A report card
   * that is given the result tells the client's retries from its calls. A scenario also compares with what these runs
   * left and returned.
   *
   * @example
   * const reference = await emulator.reference(() => sync(emulator.url));
   * const end = await emulator.observe({ reference });
   */
  reference(run: () => unknown): Promise<Reference>;
  /**
   * Examines a client: runs it again and again, each time under other faults and in a sandbox of its own, until every rule
   * of the report card that it can meet is decided, or the budget is spent.
   *
   * @example
   * const { card } = await emulator.exam((sandbox) => sync(sandbox.url, sandbox.keys.full));
   * expect(card.passed).toBe(true);
   * @throws NoReferenceError if it fails without faults, or asks nothing; ControlError for a wrong option
   */
  exam(client: ExploredClient, options?: ExamOptions): Promise<Examined>;
  /** Hears of all that happens from now on: requests, faults, clocks, deliveries, messages, resets. @returns stops */
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

/**
 * Boots an emulator: seeded, and listening if a port was given.
 *
 * @example await using emulator = await createEmulator({ fixtures: ["small"], port: 0 })
 * @throws FixtureError for a wrong fixture, ListenError for a port that cannot be opened,
 *   ControlError with the option that is wrong, DataFolderError for a data folder that cannot be used
 */
export const createEmulator: (options?: EmulatorOptions) => Promise<Emulator> = called(boot);

async function boot(options: EmulatorOptions = {}): Promise<Emulator> {
  const exposure = await exposureOf(options);
  const { onError = reportError, onNote = print } = options;
  const beginning = await begin(options, exposure.settings, onError);
  const { emulation } = beginning;
  const scenarios = new Scenarios(emulation);
  const feed = new Feed(emulation);
  const explorations = new Explorations(emulation);
  const control = createControl(emulation, { onError, onNote, feed }, [
    ...controlOperations,
    ...scenarioOperations(scenarios),
    ...explorationOperations(explorations),
  ]);
  const { url, face, interception, end } = await run(beginning, control, exposure, options);
  for (const line of beginning.notes) onNote(line);
  const lifetime = new Lifetime(() => emulation.time.machine.follow());
  const close = closing(lifetime, scenarios, end);
  const answer = createFetch(face, () => url);
  const ask: typeof fetch = async (...asked) => {
    lifetime.requireOpen(ask);
    return answer(...asked);
  };
  const where = { url, fetch: ask };
  let identity = identityOf(emulation);
  const asked = {
    ...askedOf(beginning, where),
    scenarios: scenariosFace(scenarios),
    exploration: explorationFace(explorations),
    listen: listenTo(emulation, feed),
    reload: async () => {
      await beginning.again();
      identity = identityOf(emulation);
    },
  } satisfies Partial<Emulator>;
  const own = {
    ...where,
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
    controlToken: exposure.controlToken,
    certificate: exposure.credentials?.trust,
    interception,
    close,
    [Symbol.asyncDispose]: close,
  };
  return exploring(emulation, explorations, faceOf(asked, lifetime.requireOpen, own));
}

function closing(lifetime: Lifetime, scenarios: Scenarios, end: () => Promise<void>) {
  let ending: Promise<void> | undefined;
  return () => {
    lifetime.end();
    scenarios.endAll();
    return (ending ??= end());
  };
}

const askedOf = ({ emulation, data }: Beginning, where: { url: string; fetch: typeof fetch }) =>
  ({
    ...facesOf(emulation, where.url),
    receivers: {
      report: async (options) => judgeReceivers(emulation, options),
      examine: async (examinee) => {
        const { examine } = await import("./scenarios/receiver/exam.ts");
        await examine(emulation, examinee);
        return judgeReceivers(emulation);
      },
    },
    openapi: async (revision) => serviceDocument(emulation, where.url, revision),
    report: async (options) => judge(emulation, options),
    observe: async (options) => observe(emulation, options),
    reference: async (run) => (await import("./explore/reference.ts")).quietOf(emulation, run),
    sandbox: (options) => createSandbox(emulation, where, options),
    exam: async (client, options) => {
      const sandbox = (of?: SandboxOptions) => createSandbox(emulation, where, of);
      const explored = exploring(emulation, new Explorations(emulation), { sandbox });
      return examClient(explored, client, options);
    },
    seed: async (document) => {
      const added = await seedDocument(emulation, document);
      await data?.log.saved();
      return added;
    },
    reset: (only) => emulation.reset(only),
    urlFor: (name) => urlFor(where.url, name),
  }) satisfies Partial<Emulator>;
