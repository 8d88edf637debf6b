import { operationsOf } from "./act.ts";
import { sandboxes, sandboxShape, type NewSandboxView } from "./acts/sandboxes.ts";
import type { SandboxView } from "./acts/sandboxes.ts";
import type { Rates } from "../domain/messages/fate.ts";
import { formatDatetime } from "../jsonapi/time.ts";
import type { EntryFilter } from "../world/journal/entry.ts";
import type { Account } from "../world/account.ts";
import { type Key, maskedKey } from "../world/keys.ts";
import { type KeysByName, keysByName } from "./keys.ts";
import { type AccountClock, clockFace } from "./clock.ts";
import { type ConfirmationsFace, confirmationsFace } from "./messages/conversations.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { unknownId } from "../emulation/problem.ts";
import { type ExpectFace, expectFace } from "./requests/expect.ts";
import { type FaultsFace, faultsFace } from "./faults/faults.ts";
import { type LimitsFace, limitsFace } from "./limits.ts";
import type { ControlCall } from "./operation.ts";
import { listed, LongText } from "./pieces.ts";
import { type OutboxFace, outboxFace } from "./messages/outbox-face.ts";
import type { Fetch } from "./platform.ts";
import { ratesFace } from "./settings.ts";
import { readAs } from "./read.ts";
import { judge, type ReportOptions } from "./report.ts";
import { type ListedEntry, listRequests } from "./requests/requests.ts";
import type { ReportCard } from "../report/card-shape.ts";
import { nameTakenOff, urlFor } from "../pipeline/incoming.ts";
import type { Living } from "../emulation/sandbox.ts";
import type { SandboxOptions } from "../emulation/sandbox-options.ts";
import { stateFace, type StateFace } from "./state/snapshots.ts";

/** An account for one test: what is done to it, and what happens in it, is nobody else's. */
export interface Sandbox extends AsyncDisposable {
  readonly id: string;
  readonly companyId: string;
  /** By name: `full`, `read-only`. */
  readonly keys: KeysByName & { readonly "read-only": string };
  /** A control token: whoever has it sees and changes nothing but this sandbox. */
  readonly token: string;
  readonly url: string;
  /** Returns a base URL for one call, as `emulator.urlFor` does. @throws ControlError for what is no name */
  urlFor(name: string): string;
  /** The emulator's `fetch`, with this sandbox's key and the newest revision unless they are given. */
  readonly fetch: Fetch;
  /** Faults that meet this sandbox alone. */
  readonly faults: FaultsFace;
  /** A clock of its own, once it is told something. */
  readonly clock: AccountClock;
  /** Those that hold for it, and for nobody else. */
  readonly limits: LimitsFace;
  /** Those that named this account. */
  readonly requests: ExpectFace & { list(filter?: Omit<EntryFilter, "account">): ListedEntry[] };
  readonly state: { get: StateFace["get"]; counts(): Record<string, number> };
  readonly confirmations: ConfirmationsFace;
  readonly outbox: OutboxFace;
  readonly rates: { show(): Rates; set(change: Partial<Rates>): Rates };
  /** Judges what the client did in it. */
  report(options?: Omit<ReportOptions, "account">): Promise<ReportCard>;
  /** Puts the data back with which it began; limits are fresh, its faults are gone. */
  reset(): void;
  /** @param became what became of its test, for whoever looks at its requests later */
  delete(became?: "passed" | "failed"): void;
}

const viewOf = ({ sandbox: { id }, name, keys, ...living }: Shown): SandboxView => ({
  id,
  companyId: id,
  name,
  keys: keys.map(viewOfKey),
  createdAt: formatDatetime(living.createdReal),
  expiresAt: formatDatetime(living.expiresReal),
  bytes: living.bytes,
});

/** About how much memory an account takes that shares what it began with: as the bench has measured it. */
const bytesOf = ({ longWork }: Account): number => 20_000 + 1000 * longWork.now.state.writes;

function viewOfKey({ name, secret, scopes }: Key) {
  return { name, masked: maskedKey(secret), scopes: [...scopes] };
}

type Shown = ReturnType<typeof shownOf>;

/** A sandbox as it is now: what goes meanwhile loses its keys. */
const shownOf = ({ names }: Emulation["sandboxes"], living: Living) => {
  const { id, keys } = living.sandbox;
  const name = names.of(id) ?? null;
  return { ...living, keys: [...keys], name, bytes: bytesOf(living.sandbox) };
};

/** @param url where the emulator listens */
function create({ sandboxes }: Emulation, input: unknown, url: string): NewSandboxView {
  const living = sandboxes.create(readAs(sandboxShape, input));
  const { keys: all, settings } = living.sandbox;
  const keys = all.map((key) => ({ ...viewOfKey(key), key: key.secret }));
  return { ...viewOf(shownOf(sandboxes, living)), keys, token: settings.controlToken ?? "", url };
}

const listOf = ({ sandboxes }: Emulation, only?: string): Shown[] =>
  sandboxes
    .list()
    .filter(({ sandbox: { id } }) => id === (only ?? id))
    .map((living) => shownOf(sandboxes, living));

/** How many there are, since when the oldest is there, and about how much memory all of them take. */
export function sumOf({ sandboxes }: Emulation) {
  const all = sandboxes.list();
  const [oldest] = all;
  return {
    count: all.length,
    max: sandboxes.max,
    oldestAt: oldest === undefined ? null : formatDatetime(oldest.createdReal),
    bytes: all.reduce((sum, { sandbox }) => sum + bytesOf(sandbox), 0),
  };
}

/** The sandbox that a call names. @throws ControlError for another than the one that it is about */
function meant({ emulation, account, id }: Pick<ControlCall, "emulation" | "account" | "id">) {
  if (account === undefined || account === id) return emulation.sandboxes.get(id).id;
  throw unknownId("sandbox", id, [account]);
}

function reset(emulation: Emulation, id: string): void {
  emulation.sandboxes.get(id);
  emulation.resetAccount(id, ["state", "limits", "faults"]);
}

export function createSandbox(
  emulation: Emulation,
  { url, fetch: ask }: { readonly url: string; readonly fetch: typeof fetch },
  options: SandboxOptions = {},
): Sandbox {
  const { id, keys, token } = create(emulation, options, url);
  const secrets = keysByName(keys) as Sandbox["keys"];
  const [state, rates] = [stateFace(emulation), ratesFace(emulation)];
  const waiting = confirmationsFace(emulation);
  const discard = (became?: "passed" | "failed") => emulation.sandboxes.remove(id, became);
  return {
    id,
    companyId: id,
    keys: secrets,
    token,
    url,
    urlFor: (name) => urlFor(url, name),
    fetch: fetchAs(emulation, ask, secrets.full, id),
    faults: faultsFace(emulation, id),
    clock: clockFace(emulation).of(id),
    limits: limitsFace(emulation, id),
    requests: {
      list: (filter) => listRequests(emulation, { ...filter, account: id }),
      ...expectFace(emulation, id),
    },
    state: {
      get: (collection, query) => state.get(collection, { ...query, account: id }),
      counts: () => state.counts(id),
    },
    confirmations: { ...waiting, list: (filter) => waiting.list({ ...filter, account: id }) },
    outbox: outboxFace({ emulation, origin: url, own: id }),
    rates: { show: () => rates.show(id), set: (change) => rates.set(change, id) },
    report: (asked) => judge(emulation, { ...asked, account: id }),
    reset: () => reset(emulation, id),
    delete: discard,
    [Symbol.asyncDispose]: async () => discard(),
  };
}

const fetchAs =
  ({ world }: Emulation, ask: typeof fetch, key: string, companyId: string): typeof fetch =>
  (input, init = {}) => {
    const asked = input instanceof Request ? input : undefined;
    const headers = new Headers(init.headers ?? asked?.headers);
    const url = new URL(asked?.url ?? String(input), "http://emulator");
    const path = nameTakenOff(url.pathname)?.rest ?? url.pathname;
    if (path.startsWith("/client/")) {
      if (!url.searchParams.has("company_id")) url.searchParams.set("company_id", companyId);
    } else if (!headers.has("authorization")) {
      headers.set("authorization", `${world.settings.authScheme} ${key}`);
    }
    if (!headers.has("revision")) headers.set("revision", world.revisions.newest);
    return ask(asked ? new Request(url, asked) : url.pathname + url.search, { ...init, headers });
  };

export const sandboxOperations = operationsOf(sandboxes.acts, {
  create: ({ emulation, body, origin }) => create(emulation, body, origin),
  list: ({ emulation, account }) =>
    new LongText(listed("sandboxes", listOf(emulation, account), viewOf)),
  names: ({ emulation: { sandboxes: all }, account }) => ({
    sandboxes: all.names.list().filter(({ id }) => id === (account ?? id)),
  }),
  reset: (call) => reset(call.emulation, meant(call)),
  remove: (call) => call.emulation.sandboxes.remove(meant(call)),
});
