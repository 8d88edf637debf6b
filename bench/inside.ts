import { Facts, nothingLeftOut } from "../src/explore/difference.ts";
import { factsOf } from "../src/explore/facts.ts";
import { createApi } from "../src/areas/index.ts";
import { memberships } from "../src/domain/objects/records.ts";
import { profiles } from "../src/domain/resources/profile.ts";
import { membership } from "../src/domain/segments/membership.ts";
import { type Message, messages } from "../src/domain/messages/records.ts";
import { Emulation } from "../src/emulation/emulation.ts";
import { observe } from "../src/control/report.ts";
import { viewOperations } from "../src/control/about.ts";
import type { Incoming, Reply } from "../src/pipeline/incoming.ts";
import { respond } from "../src/pipeline/stages.ts";
import { loadSeed } from "../src/seeding/load.ts";
import { plant } from "../src/seeding/plant/plant.ts";
import { answeredBy } from "../src/verbs/invocation.ts";
import { keyName } from "../src/verbs/plan-list.ts";
import { planShaped } from "../src/world/faults/plan.ts";
import type { FaultInput } from "../src/world/faults/types.ts";
import { Journal } from "../src/world/journal/journal.ts";
import type { Scalar } from "../src/world/store/record.ts";
import { put } from "../src/world/store/store.ts";
import type { Snapshot } from "../src/world/world.ts";

/**
 * The emulator without any face: what is measured here is the store and the stages, not the
 * sockets, nor the Request and Response of `fetch`, which cost more than a page does. Bundled
 * before it is run.
 */
export async function bootInside(fixture: string): Promise<Inside> {
  const plan = await loadSeed({ fixtures: [fixture], seed: 1 });
  // Counted, and never refused: a page is asked for more often than the service allows.
  const settings = {
    seed: 1,
    limits: 1_000_000,
    authScheme: "Service-API-Key",
    badKeyStatus: 401,
  } as const;
  const emulation = new Emulation(createApi(), settings, "bench", (world) => plant(world, plan));
  return new Inside(emulation);
}

const { write } = Journal.prototype;

export class Inside {
  readonly #emulation: Emulation;

  constructor(emulation: Emulation) {
    this.#emulation = emulation;
  }

  get #account() {
    const [account] = this.#emulation.world.accounts.values();
    if (account === undefined) throw new Error("the fixture has no account");
    return account;
  }

  /** Makes a request with the key that may do everything. */
  request(method: string, target: string, body?: unknown): Incoming {
    const { keys } = this.#account;
    const key = keys.find(({ name }) => name === "full") ?? keys[0];
    return {
      method,
      target,
      headers: {
        host: "127.0.0.1",
        authorization: `Service-API-Key ${key?.secret}`,
        revision: "2026-07-15",
        "content-type": "application/json",
      },
      origin: "http://127.0.0.1",
      body: new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body)),
    };
  }

  /** When all is done that takes several turns of the loop. */
  async settled(): Promise<void> {
    await this.#emulation.world.clock.advance(0);
  }

  /** Moves the time on, and does all that is due on the way. */
  async advance(ms: number): Promise<void> {
    await this.#emulation.world.clock.advance(ms);
  }

  /** Everybody joins a list, some at a time. */
  async join(group: string): Promise<void> {
    const account = this.#account;
    const all = [...account.table(profiles).all()];
    for (let from = 0; from < all.length; from += 200) {
      const joined = account.clock.now();
      account.commit(
        all
          .slice(from, from + 200)
          .map(({ id: profile }) =>
            put(memberships, membership(account, { kind: "list", group, profile, joined })),
          ),
      );
      await new Promise(setImmediate);
    }
    await this.settled();
  }

  /** Leads a request through every stage. */
  ask(incoming: Incoming): Reply {
    const { world, api } = this.#emulation;
    const reply = respond(incoming, world, api, (error) => {
      throw error;
    });
    if (reply instanceof Promise) throw new Error("only a planned fault takes time");
    if (reply.status >= 300) throw new Error(`${incoming.target}: ${reply.status} ${reply.body}`);
    return reply;
  }

  /** The same, of a request that may have to wait. */
  async askLater(incoming: Incoming): Promise<Reply> {
    const { world, api } = this.#emulation;
    return respond(incoming, world, api, (error) => {
      throw error;
    });
  }

  /** Puts messages of ten campaigns there, which were sent evenly over the past 300 days. */
  loadMessages(count: number): void {
    const account = this.#account;
    const [now, spanMs] = [account.clock.now(), 300 * 86_400_000];
    const people = [...account.table(profiles).all()];
    const made = Array.from({ length: count }, (_, at): Message => {
      const campaign = `campaign-${Math.floor((at * 10) / count)}`;
      return {
        id: `message-${at}`,
        seq: account.nextSeq(),
        channel: "email",
        profile: people[at % people.length]?.id ?? null,
        to: null,
        campaign,
        flow: null,
        message: campaign,
        variation: null,
        groups: [],
        content: "",
        subject: null,
        context: {},
        at: now - spanMs + Math.floor((at * spanMs) / count),
        secret: "",
        failure: null,
        opened: at % 3 === 0 ? now : null,
        opens: at % 3 === 0 ? 1 : 0,
        clicked: null,
        clicks: 0,
        unsubscribed: null,
        marked: null,
      };
    });
    account.load(messages, made);
  }

  /** How many records of a kind there are. */
  count(collection: string): number {
    return this.#account.state.sizeOf(collection);
  }

  /** A row as `GET /_emulator/operations` shows it. */
  operation(id: string) {
    const found = viewOperations(this.#emulation.api).find((operation) => operation.id === id);
    if (found === undefined) throw new Error(`no operation ${id}`);
    return found;
  }

  /** How many records of a list row hold each value of a field that it filters by. */
  valuesOf(operation: string, field: string): Map<Scalar, number> {
    const { api } = this.#emulation;
    const { resource, collection } = answeredBy(api, api.operations.get(operation)?.answers ?? "");
    const key = collection.keys[keyName(resource, field)];
    const found = new Map<Scalar, number>();
    for (const record of this.#account.table(collection).all()) {
      const value = key?.(record) ?? null;
      if (value !== null) found.set(value, (found.get(value) ?? 0) + 1);
    }
    return found;
  }

  /** The type of a field that a list row filters by. */
  typeOf(operation: string, field: string): string {
    const { api } = this.#emulation;
    const answers = api.operations.get(operation)?.answers ?? "";
    return api.resources.get(answers)?.fields[field]?.type ?? "string";
  }

  /** Looks on from now. @returns writes the report card of what was seen */
  observe() {
    return observe(this.#emulation);
  }

  reset(): void {
    this.#emulation.reset();
  }

  /** Whether requests are written to the journal. */
  keepJournal(on: boolean): void {
    this.#emulation.world.journal.clear();
    Journal.prototype.write = on ? write : () => {};
  }

  /** The same of one that a fault is planned for. */
  meet(incoming: Incoming): void {
    const { world, api } = this.#emulation;
    respond(incoming, world, api, (error) => {
      throw error;
    });
  }

  /** Plans so many faults, in the place of all others. */
  planFaults(count: number, fault: FaultInput): void {
    const { world, api } = this.#emulation;
    world.faults.clear();
    for (let n = 0; n < count; n += 1) {
      world.faults.add(planShaped(fault, api.targets, world.clock.now()), world.clock.now());
    }
  }

  snapshot(): Snapshot {
    return this.#emulation.world.snapshot();
  }

  restore(snapshot: Snapshot): void {
    this.#emulation.world.restore(snapshot);
  }

  /** Makes a sandbox like the account. @returns takes it away */
  fork(): () => void {
    const { sandboxes } = this.#emulation;
    const { sandbox } = sandboxes.create({});
    return () => sandboxes.remove(sandbox.id);
  }

  /**
   * Compares two states that have so many records more than that with which both began.
   *
   * @returns milliseconds
   */
  compared(records: number): number {
    const { world } = this.#emulation;
    const before = this.#account.snapshot();
    const from = world.clock.realNow();
    for (let at = 0; at < records; at += 1) {
      const attributes = { email: `compared-${at}@example.com`, first_name: `n${at}` };
      this.ask(this.request("POST", "/api/profiles", { data: { type: "profile", attributes } }));
    }
    const spans = [{ from, until: world.clock.realNow() }];
    const place = { account: this.#account.id, spans };
    const began = performance.now();
    const facts = factsOf(before.tables(), this.#account.tables(), place);
    const other = factsOf(before.tables(), this.#account.tables(), place);
    const usual = new Facts(facts, nothingLeftOut);
    if (usual.difference(new Facts(other, nothingLeftOut)).length > 0) throw new Error("differs");
    const took = performance.now() - began;
    this.#account.restore(before);
    // A run is compared with a reference that is there already.
    return took / 2;
  }
}
