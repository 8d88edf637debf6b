import type { OpenApi } from "./contract/openapi/document.ts";
import { createApi } from "./areas/index.ts";
import { countsOf } from "./control/about.ts";
import { clockFace, type EmulatorClock } from "./control/clock.ts";
import { type ConfirmationsFace, confirmationsFace } from "./control/confirmations.ts";
import { Emulation, type Resettable } from "./control/emulation.ts";
import { type FaultsFace, faultsFace } from "./control/faults.ts";
import { type KeysFace, keysFace } from "./control/keys.ts";
import { type LimitsFace, limitsFace } from "./control/limits.ts";
import { type RevisionsFace, revisionsFace } from "./control/revisions.ts";
import type { SandboxOptions } from "./control/sandbox.ts";
import { createSandbox, type Sandbox } from "./control/sandboxes.ts";
import { type StateFace, stateFace } from "./control/snapshots.ts";
import { serviceDocument } from "./control/openapi.ts";
import { controlOperations } from "./control/operations.ts";
import { ControlError } from "./control/problem.ts";
import { createControl, isControl } from "./control/respond.ts";
import { type RequestsFace, requestsFace } from "./control/requests.ts";
import { type EmulatorOptions, settingsOf } from "./options.ts";
import type { Incoming, Reply } from "./pipeline/incoming.ts";
import { type OnError, respond } from "./pipeline/run.ts";
import {
  scenarioOperations,
  Scenarios,
  type ScenariosFace,
  scenariosFace,
} from "./scenarios/operations.ts";
import { type TokensFace, tokensFace } from "./control/tokens.ts";
import { AmountError, amountsOf } from "./seeding/amounts.ts";
import { loadSeed } from "./seeding/load.ts";
import { plant } from "./seeding/plant.ts";
import { planning, planting } from "./seeding/progress.ts";
import { createFetch } from "./server/fetch.ts";
import { createToken, isLoopback } from "./server/guard.ts";
import type { Grants } from "./world/grants.ts";
import type { World, WorldSettings } from "./world/world.ts";
import { version } from "./version.ts";

/** A private key of an account. */
export interface EmulatorKey {
  readonly name: string;
  readonly key: string;
  readonly scopes: readonly string[];
}

/** An app that any account may install by way of OAuth. */
export interface EmulatorApp {
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly string[];
  /** Tokens of the fixture's, ready to be used. */
  readonly tokens: readonly {
    readonly account: string;
    readonly accessToken: string;
    readonly refreshToken: string;
  }[];
}

export interface EmulatorAccount {
  readonly companyId: string;
  readonly keys: readonly EmulatorKey[];
  readonly counts: Readonly<Record<string, number>>;
}

/** A running emulator. `close` it, or declare it with `await using`. */
export interface Emulator extends AsyncDisposable {
  /** Where it listens; without a socket, a name that only its own `fetch` knows. */
  readonly url: string;
  /** `fetch` by way of the emulator's stages, without a socket. */
  readonly fetch: typeof fetch;
  /** The first account's keys by name: `emulator.keys.full`. */
  readonly keys: Readonly<Record<string, string>>;
  readonly companyId: string;
  readonly accounts: readonly EmulatorAccount[];
  readonly apps: readonly EmulatorApp[];
  readonly controlToken: string | undefined;
  readonly faults: FaultsFace;
  readonly clock: EmulatorClock;
  readonly limits: LimitsFace;
  readonly requests: RequestsFace;
  readonly revisions: RevisionsFace;
  readonly confirmations: ConfirmationsFace;
  readonly privateKeys: KeysFace;
  readonly tokens: TokensFace;
  readonly state: StateFace;
  readonly scenarios: ScenariosFace;
  /** The service as an OpenAPI 3.1 document, in the newest revision unless one is named. */
  openapi(revision?: string): Promise<OpenApi>;
  /** An account of its own for one test, like the seeded one: nothing that is done there is seen here. */
  sandbox(options?: SandboxOptions): Sandbox;
  reset(only?: readonly Resettable[]): void;
  close(): Promise<void>;
}

/** The name of an emulator that has no socket. */
const socketless = "http://emulator.localhost";

/**
 * Boots an emulator: seeded, and listening if a port was given.
 *
 * @example await using emulator = await createEmulator({ fixtures: ["small"], port: 0 })
 * @throws FixtureError for a wrong fixture, ListenError for a port that cannot be opened,
 *   ControlError for a wrong option
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const settings = settingsOf(options);
  const generated = (["profiles", "events"] as const).find((name) => options[name] !== undefined);
  if (options.state !== undefined && generated !== undefined) {
    throw new ControlError("an exported state is as it is: nothing is generated", generated);
  }
  const onError = options.onError ?? report;
  const emulation =
    options.state === undefined
      ? await seeded(options, settings, onError)
      : await begun(options.state, settings, onError);
  const service = (incoming: Incoming) =>
    respond(incoming, emulation.world, emulation.api, onError);
  const scenarios = new Scenarios(emulation);
  const operations = [...controlOperations, ...scenarioOperations(scenarios)];
  const control = createControl(emulation, onError, operations);
  const { host, port, allowedHosts = [] } = options;
  const exposed = host !== undefined && !isLoopback(host);
  const controlToken = options.controlToken ?? (exposed ? createToken() : undefined);
  const socket =
    port === undefined
      ? undefined
      : await openSocket({ service, control }, { allowedHosts, controlToken }, port, host);
  const url = socket?.url ?? socketless;
  const face = (incoming: Incoming): Reply | Promise<Reply> =>
    isControl(incoming.target.replace(/\?.*/s, "")) ? control(incoming) : service(incoming);
  const close = async () => {
    scenarios.endAll();
    emulation.world.stop();
    await socket?.close();
  };
  const ask = createFetch(face, () => url);
  return {
    url,
    fetch: ask,
    ...identityOf(emulation),
    controlToken,
    faults: faultsFace(emulation),
    clock: clockFace(emulation),
    limits: limitsFace(emulation),
    requests: requestsFace(emulation),
    revisions: revisionsFace(emulation),
    confirmations: confirmationsFace(emulation),
    privateKeys: keysFace(emulation),
    tokens: tokensFace(emulation),
    state: stateFace(emulation),
    scenarios: scenariosFace(scenarios),
    openapi: (revision) => serviceDocument(emulation, url, revision),
    sandbox: (sandbox) => createSandbox(emulation, { url, fetch: ask }, sandbox),
    reset: (only) => emulation.reset(only),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A function of its own, so that nothing that lives on keeps the plan. */
async function seeded(
  { fixtures = ["demo"], profiles, events, onProgress }: EmulatorOptions,
  settings: WorldSettings,
  onError: OnError,
): Promise<Emulation> {
  const plan = await loadSeed({
    fixtures: [...fixtures],
    seed: settings.seed,
    amounts: amountsOf(profiles, events),
    onProgress: onProgress && planning(onProgress),
  }).catch((error: unknown) => {
    throw error instanceof AmountError ? new ControlError(error.message, error.option) : error;
  });
  return new Emulation(
    createApi({ trusted: true }),
    settings,
    version,
    (world) => plant(world, plan, onProgress && planting(onProgress)),
    onError,
  );
}

/** The same with an exported state. */
async function begun(
  folder: string,
  settings: WorldSettings,
  onError: OnError,
): Promise<Emulation> {
  const [{ readState }, { resolve }] = await Promise.all([
    import("./control/import.ts"),
    import("node:path"),
  ]);
  const api = createApi({ trusted: true });
  const state = await readState(api, resolve(folder)).catch((error: unknown) => {
    throw error instanceof ControlError ? new ControlError(error.message, "state") : error;
  });
  const begin = (world: World) => {
    world.restore(state);
    world.restoreGrants(state);
  };
  return new Emulation(api, settings, version, begin, onError);
}

/** h3 and listhen are loaded only where there is a socket. */
async function openSocket(
  faces: Parameters<typeof import("./server/app.ts").createListener>[0],
  guard: Parameters<typeof import("./server/app.ts").createListener>[1],
  port: number,
  host: string | undefined,
) {
  const [{ createListener }, { listen }] = await Promise.all([
    import("./server/app.ts"),
    import("./server/listen.ts"),
  ]);
  const { handler, endAnswers } = createListener(faces, guard);
  const { close, ...opened } = await listen(handler, { port, host });
  const name = opened.host.includes(":") ? `[${opened.host}]` : opened.host;
  const end = () => {
    endAnswers();
    return close();
  };
  return { url: `http://${name}:${opened.port}`, close: end };
}

function identityOf({ world, api }: Emulation) {
  const accounts = [...world.accounts.values()].map((account) => ({
    companyId: account.id,
    keys: account.keys.map(({ name, secret, scopes }) => ({
      name,
      key: secret,
      scopes: [...scopes],
    })),
    counts: countsOf(api, account),
  }));
  const [first] = accounts;
  const keys = Object.fromEntries((first?.keys ?? []).map(({ name, key }) => [name, key]));
  return { accounts, apps: appsOf(world.grants), companyId: first?.companyId ?? "", keys };
}

function appsOf(grants: Grants): EmulatorApp[] {
  const { apps, ready } = grants.seeds();
  return apps.map(({ scopes, ...app }) => ({
    ...app,
    scopes: [...scopes],
    tokens: ready
      .filter((token) => token.app === app.clientId)
      .map(({ account, accessToken, refreshToken }) => ({ account, accessToken, refreshToken })),
  }));
}

const report: OnError = (error, id) => {
  console.error(`service-emulator: a mistake of ours, told to the client as ${id}:`, error);
};
