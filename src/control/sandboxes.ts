import { described, literal, object, string } from "../contract/shape.ts";
import type { Rates } from "../domain/messages/rates.ts";
import { formatDatetime } from "../jsonapi/time.ts";
import type { FaultInput } from "../world/fault-shape.ts";
import type { Entry } from "../world/entry.ts";
import type { EntryFilter } from "../world/entry-filter.ts";
import { type Key, maskedKey } from "../world/keys.ts";
import { type KeysByName, keysByName } from "./keys.ts";
import { type AccountClock, clockFace } from "./clock.ts";
import { type ConfirmationsFace, confirmationsFace } from "./confirmations.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { type ExpectFace, expectFace } from "./expect.ts";
import { expectMet, type FaultsFace, faultsFace } from "./faults.ts";
import { type LimitsView, viewLimits } from "./limits.ts";
import type { ControlOperation } from "./operation.ts";
import { listed, LongText } from "./pieces.ts";
import { type OutboxFace, outboxFace } from "./outbox-face.ts";
import type { Fetch } from "./platform.ts";
import { ratesFace } from "./rates.ts";
import { readAs } from "./read.ts";
import { judge, type ReportOptions } from "./report.ts";
import type { ReportCard } from "../report/card-shape.ts";
import { nameTakenOff, urlFor } from "../pipeline/named-url.ts";
import type { Living, SandboxOptions } from "../emulation/sandbox.ts";
import { stateFace, type StateFace } from "./snapshots.ts";

/** A sandbox as it may be shown at any time. */
export interface SandboxView {
  /** Its company id. */
  readonly id: string;
  readonly companyId: string;
  readonly keys: readonly {
    readonly name: string;
    /** Its first characters. */
    readonly masked: string;
    readonly scopes: readonly string[];
  }[];
  /** Real time, ISO 8601. */
  readonly expiresAt: string;
}

/** A sandbox when it is made, with keys that nobody else has: the only time that all of them is shown. */
export interface NewSandboxView extends SandboxView {
  readonly keys: readonly (SandboxView["keys"][number] & { readonly key: string })[];
}

/** An account for one test: what is done to it, and what happens in it, is nobody else's. */
export interface Sandbox extends AsyncDisposable {
  /** Its company id. */
  readonly id: string;
  readonly companyId: string;
  /** By name: `full`, `read-only`. */
  readonly keys: KeysByName & { readonly "read-only": string };
  /** Where the emulator listens. */
  readonly url: string;
  /**
   * Returns a base URL for one call, as `emulator.urlFor` does.
   *
   * @throws ControlError for what is no name
   */
  urlFor(name: string): string;
  /** The emulator's `fetch`, with this sandbox's key and the newest revision unless they are given. */
  readonly fetch: Fetch;
  /** Faults that meet this sandbox alone. */
  readonly faults: Pick<FaultsFace, "add" | "clear" | "expectMet" | "list" | "remove">;
  /** A clock of its own, once it is told something. */
  readonly clock: AccountClock;
  readonly limits: { show(): LimitsView };
  /** Those that named this account. */
  readonly requests: ExpectFace & {
    list(filter?: Omit<EntryFilter, "account">): Entry[];
  };
  readonly state: { get: StateFace["get"]; counts(): Record<string, number> };
  readonly confirmations: ConfirmationsFace;
  readonly outbox: OutboxFace;
  readonly rates: { show(): Rates; set(change: Partial<Rates>): Rates };
  /** Judges what the client did in it. */
  report(options?: Omit<ReportOptions, "account">): Promise<ReportCard>;
  /** Puts the data back with which it began; limits are fresh, its faults are gone. */
  reset(): void;
  delete(): void;
}

const sandboxShape = object({
  "from?": described(literal("seed", "current", "empty"), "What it begins with. Default: seed."),
  "account?": described(string({ minLength: 1 }), "The account that it is like."),
  "rateLimits?": described(string(), "real, off, or a multiple such as x10."),
  "ttl?": described(string(), "How long it lives, in real time. Default: 1h."),
});

const viewOf = ({ sandbox: { id, keys }, expiresReal }: Shown): SandboxView => ({
  id,
  companyId: id,
  keys: keys.map(viewOfKey),
  expiresAt: formatDatetime(expiresReal),
});

const viewOfKey = ({ name, secret, scopes }: Key) => ({
  name,
  masked: maskedKey(secret),
  scopes: [...scopes],
});

/** What is shown of a sandbox. */
interface Shown extends Pick<Living, "expiresReal"> {
  readonly sandbox: Pick<Living["sandbox"], "id" | "keys">;
}

function create(emulation: Emulation, input: unknown): NewSandboxView {
  const made = emulation.sandboxes.create(readAs(sandboxShape, input));
  const keys = made.sandbox.keys.map((key) => ({ ...viewOfKey(key), key: key.secret }));
  return { ...viewOf(made), keys };
}

/** All of them as they are now: what goes meanwhile loses its keys. */
const listOf = ({ sandboxes }: Emulation): Shown[] =>
  sandboxes.list().map(({ sandbox: { id, keys }, expiresReal }) => ({
    sandbox: { id, keys: [...keys] },
    expiresReal,
  }));

/** Its faults go with it: they could meet nobody any more. */
function remove(emulation: Emulation, id: string): void {
  emulation.sandboxes.remove(id);
  clearFaults(emulation, id);
}

function reset(emulation: Emulation, id: string): void {
  emulation.sandboxes.reset(id);
  clearFaults(emulation, id);
  emulation.world.notices.tell({ of: "reset", what: "reset", only: null, account: id });
}

const faultsOf = (emulation: Emulation, id: string) =>
  faultsFace(emulation)
    .list()
    .filter(({ match }) => match?.account === id);

function clearFaults(emulation: Emulation, id: string): void {
  for (const { id: fault } of faultsOf(emulation, id)) faultsFace(emulation).remove(fault);
}

/** What a test does with a sandbox of its own. */
export function createSandbox(
  emulation: Emulation,
  { url, fetch: ask }: { readonly url: string; readonly fetch: typeof fetch },
  options: SandboxOptions = {},
): Sandbox {
  const { id, keys } = create(emulation, options);
  const secrets = keysByName(keys) as Sandbox["keys"];
  const state = stateFace(emulation);
  const faults = faultsFace(emulation);
  const discard = () => remove(emulation, id);
  return {
    id,
    companyId: id,
    keys: secrets,
    url,
    urlFor: (name) => urlFor(url, name),
    fetch: fetchAs(emulation, ask, secrets.full, id),
    faults: {
      add: (fault: FaultInput) => faults.add({ ...fault, match: { ...fault.match, account: id } }),
      list: () => faultsOf(emulation, id),
      remove: (fault) => faults.remove(fault),
      clear: () => clearFaults(emulation, id),
      expectMet: () => expectMet(emulation, ({ match }) => match?.account === id),
    },
    clock: clockFace(emulation).of(id),
    limits: { show: () => viewLimits(emulation, [emulation.sandboxes.get(id)]) },
    requests: {
      list: (filter) => emulation.world.journal.list({ ...filter, account: id }),
      ...expectFace(emulation, id),
    },
    state: {
      get: (collection, query) => state.get(collection, { ...query, account: id }),
      counts: () => state.counts(id),
    },
    confirmations: {
      ...confirmationsFace(emulation),
      list: (filter) => confirmationsFace(emulation).list({ ...filter, account: id }),
    },
    outbox: outboxFace({ emulation, origin: url, own: id }),
    rates: {
      show: () => ratesFace(emulation).show(id),
      set: (change) => ratesFace(emulation).set(change, id),
    },
    report: (asked) => judge(emulation, { ...asked, account: id }),
    reset: () => reset(emulation, id),
    delete: discard,
    [Symbol.asyncDispose]: async () => discard(),
  };
}

/** A request says itself who it is from, or it is from the sandbox. */
const fetchAs =
  ({ world }: Emulation, ask: typeof fetch, key: string, companyId: string): typeof fetch =>
  (input, init = {}) => {
    const headers = new Headers(
      init.headers ?? (input instanceof Request ? input.headers : undefined),
    );
    const url = new URL(input instanceof Request ? input.url : String(input), "http://emulator");
    const { authScheme } = world.settings;
    const path = nameTakenOff(url.pathname)?.rest ?? url.pathname;
    if (path.startsWith("/client/")) {
      if (!url.searchParams.has("company_id")) url.searchParams.set("company_id", companyId);
    } else if (!headers.has("authorization")) {
      headers.set("authorization", `${authScheme} ${key}`);
    }
    if (!headers.has("revision")) headers.set("revision", world.revisions.newest);
    const target = input instanceof Request ? new Request(url, input) : url.pathname + url.search;
    return ask(target, { ...init, headers });
  };

export const sandboxOperations: readonly ControlOperation[] = [
  {
    method: "POST",
    path: "/_emulator/sandboxes",
    does: 'makes an account apart, its keys shown once: { "from"?: "seed" | "current" | "empty", "account"?, "rateLimits"?, "ttl"? }',
    body: sandboxShape,
    status: 201,
    run: ({ emulation, body }) => create(emulation, body),
  },
  {
    method: "GET",
    path: "/_emulator/sandboxes",
    does: "the sandboxes that there are, their keys masked, and when they expire",
    run: ({ emulation }) => new LongText(listed("sandboxes", listOf(emulation), viewOf)),
  },
  {
    method: "POST",
    path: "/_emulator/sandboxes/{id}/reset",
    does: "puts a sandbox's data back with which it began",
    status: 204,
    run: ({ emulation, params }) => reset(emulation, params[0] ?? ""),
  },
  {
    method: "DELETE",
    path: "/_emulator/sandboxes/{id}",
    does: "a sandbox goes, and all that is in it",
    status: 204,
    run: ({ emulation, params }) => remove(emulation, params[0] ?? ""),
  },
];
