import { type Delivery, deliveries, deliveryEntries } from "../../domain/deliveries/records.ts";
import { type FlowRun, flowRuns } from "../../domain/flows/records.ts";
import { type Happening, happenWork } from "../../domain/messages/happen.ts";
import { type Message, messages } from "../../domain/messages/records.ts";
import { type Event, events } from "../../domain/resources/event.ts";
import { unknownId } from "../../emulation/problem.ts";
import type { Account } from "../../world/account.ts";
import type { Entry } from "../../world/journal/entry.ts";
import type { Journal } from "../../world/journal/journal.ts";
import type { Stored } from "../../world/store/record.ts";
import type { Collection } from "../../world/store/store.ts";
import { works } from "../../world/time/agenda.ts";
import type { StepView, ThreadView } from "../acts/requests.ts";
import * as steps from "./steps.ts";

const stepsMax = 1000;

/** Events know whole seconds: within one, what follows from something stands behind it. */
const secondOf = ({ atMs }: StepView): number => Math.floor(atMs / 1000);

/** What came of one cause, as it is gathered: from what is known, to what follows from it. */
class Thread {
  readonly #account: Account;
  readonly #journal: Journal;
  readonly #entries = new Map<string, Entry>();
  readonly #events = new Map<string, Event>();
  readonly #runs = new Map<string, FlowRun>();
  readonly #messages = new Map<string, Message>();
  readonly #deliveries = new Map<string, Delivery>();
  /** The requests that are known, by the events that they wrote: looked for once. */
  #writers: ReadonlyMap<string, Entry> | undefined;

  constructor(account: Account, journal: Journal) {
    this.#account = account;
    this.#journal = journal;
  }

  /** Takes in a request, with all that it wrote. */
  request(entry: Entry | undefined): void {
    if (entry === undefined || this.#entries.has(entry.id)) return;
    this.#entries.set(entry.id, entry);
    for (const { collection, id } of entry.written) {
      if (collection === events.name) this.event(id);
      if (collection === flowRuns.name) this.run(id);
      if (collection === messages.name) this.message(id);
    }
  }

  /** Takes in an event, the request that wrote it, the flows that were entered by it, and its calls of webhooks. */
  event(id: string): void {
    const event = this.#taken(this.#events, events, id);
    if (event === undefined) return;
    this.request(this.#writerOf(id));
    const { profile, properties } = event;
    for (const run of this.#runsOf(profile)) if (run.cause.event === id) this.run(run.id);
    const about = properties["$event_id"];
    if (typeof about === "string") {
      const all = [...this.#messagesTo(profile)];
      this.message(all.find(({ message, seq }) => about === `${message}:${seq}`)?.id);
    }
    for (const delivery of this.#account.table(deliveries).all())
      if (this.#eventsOf(delivery).includes(id)) this.#deliveries.set(delivery.id, delivery);
  }

  /** Takes in somebody's way through a flow, what made them enter, and what it sent. */
  run(id: string | undefined): void {
    const run = this.#taken(this.#runs, flowRuns, id);
    if (run === undefined) return;
    this.event(run.cause.event ?? "");
    const { flow, entered, ended } = run;
    for (const each of this.#messagesTo(run.profile))
      if (each.flow === flow && each.at >= entered && each.at <= (ended ?? Infinity))
        this.message(each.id);
  }

  /** Takes in a message, the run that sent it, and what its person did about it. */
  message(id: string | undefined): void {
    const found = this.#taken(this.#messages, messages, id);
    if (found === undefined || found.profile === null) return;
    const { profile, flow, at, message, seq } = found;
    if (flow !== null)
      this.run([...this.#runsOf(profile, flow)].findLast(({ entered }) => entered <= at)?.id);
    const all = this.#account.table(events);
    for (const event of all.scan(["profile_id", "datetime"], { prefix: [profile] }))
      if (event.properties["$event_id"] === `${message}:${seq}`) this.event(event.id);
  }

  delivery(id: string): void {
    const delivery = this.#account.table(deliveries).get(id);
    if (delivery === undefined) return;
    this.#deliveries.set(id, delivery);
    for (const event of this.#eventsOf(delivery)) this.event(event);
  }

  /** All of it by time: what is due comes after what was at the same instant. */
  shown(): StepView[] {
    const account = this.#account;
    const runs = [...this.#runs.values()];
    const calls = [...this.#deliveries.values()];
    const eventSteps = (areTold: boolean) =>
      [...this.#events.values()]
        .filter(({ properties }) => (properties["$event_id"] !== undefined) === areTold)
        .map((each) => steps.eventStep(account, each));
    const found = [
      ...[...this.#entries.values()].map(steps.requestStep),
      ...eventSteps(false),
      ...runs.map((each) => steps.flowStep(account, each)),
      ...[...this.#messages.values()].map((each) => steps.messageStep(account, each)),
      // What a person did about a message comes after it.
      ...eventSteps(true),
      ...calls
        .filter(({ attempts }) => attempts.length > 0)
        .map((each) => steps.deliveryStep(account, each)),
      ...runs.flatMap((each) => steps.runDue(account, each)),
      ...calls.flatMap((each) => steps.deliveryDue(account, each)),
      ...this.#coming(),
    ];
    return found.sort((a, b) => Number(a.isDue) - Number(b.isDue) || secondOf(a) - secondOf(b));
  }

  #coming(): StepView[] {
    return [...this.#account.table(works).all()].flatMap(({ kind, input }) => {
      if (kind !== happenWork) return [];
      const { message, coming } = input as Happening;
      return this.#messages.has(message) ? steps.messageDue(this.#account, message, coming) : [];
    });
  }

  /** A record that was not known, unless it is one too many. */
  #taken<R extends Stored>(known: Map<string, R>, collection: Collection<R>, id = "") {
    if (known.has(id) || known.size >= stepsMax) return undefined;
    const record = this.#account.table(collection).get(id);
    if (record !== undefined) known.set(id, record);
    return record;
  }

  #eventsOf({ webhook, events: ids }: Delivery): readonly string[] {
    if (ids !== null) return ids;
    const waiting = this.#account.table(deliveryEntries).scan(["webhook"], { prefix: [webhook] });
    return [...waiting].map(({ event }) => event);
  }

  #writerOf(event: string): Entry | undefined {
    this.#writers ??= new Map(
      this.#journal
        .list({ account: this.#account.id })
        .flatMap((entry) => entry.written.map((each) => [each.id, entry] as const)),
    );
    return this.#writers.get(event);
  }

  #messagesTo(profile: string): Iterable<Message> {
    return this.#account.table(messages).scan(["profile", "channel", "at"], { prefix: [profile] });
  }

  #runsOf(...prefix: string[]): Iterable<FlowRun> {
    return this.#account.table(flowRuns).scan(["profile", "flow", "entered"], { prefix });
  }
}

/** What came of the cause that a request, an event, a flow run, a message or a delivery has. @throws ControlError for another id */
export function threadOf(accounts: readonly Account[], journal: Journal, id: string): ThreadView {
  const entry = journal.get(id);
  for (const account of accounts) {
    const thread = new Thread(account, journal);
    if (entry?.account === account.id) thread.request(entry);
    thread.event(id);
    thread.run(id);
    thread.message(id);
    thread.delivery(id);
    const found = thread.shown();
    if (found.length > 0) return { account: account.id, steps: found };
  }
  throw unknownId("request, event, flow run, message or delivery", id);
}
