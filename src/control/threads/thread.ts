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
import { works } from "../../world/time/agenda.ts";
import type { StepView, ThreadView } from "../acts/requests.ts";
import * as steps from "./steps.ts";

/** As many records of one cause are told. */
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
  request(entry: Entry): void {
    if (this.#entries.has(entry.id)) return;
    this.#entries.set(entry.id, entry);
    for (const { collection, id } of entry.written) {
      if (collection === events.name) this.event(this.#account.table(events).get(id));
      if (collection === flowRuns.name) this.run(this.#account.table(flowRuns).get(id));
      if (collection === messages.name) this.message(this.#account.table(messages).get(id));
    }
  }

  /** Takes in an event, the request that wrote it, the flows that were entered by it, and its calls of webhooks. */
  event(event: Event | undefined): void {
    if (event === undefined || this.#isFull(this.#events, event)) return;
    this.#events.set(event.id, event);
    const cause = this.#writerOf(event);
    if (cause !== undefined) this.request(cause);
    const { profile, properties } = event;
    for (const run of this.#account
      .table(flowRuns)
      .scan(["profile", "flow", "entered"], { prefix: [profile] }))
      if (run.cause.event === event.id) this.run(run);
    const about = properties["$event_id"];
    if (typeof about === "string") this.message(this.#messageOf(about, profile));
    for (const delivery of this.#account.table(deliveries).all())
      if (this.#eventsOf(delivery).includes(event.id)) this.#deliveries.set(delivery.id, delivery);
  }

  /** Takes in somebody's way through a flow, what made them enter, and what it sent. */
  run(run: FlowRun | undefined): void {
    if (run === undefined || this.#isFull(this.#runs, run)) return;
    this.#runs.set(run.id, run);
    this.event(this.#account.table(events).get(run.cause.event ?? ""));
    for (const message of this.#messagesTo(run.profile))
      if (
        message.flow === run.flow &&
        message.at >= run.entered &&
        message.at <= (run.ended ?? Infinity)
      )
        this.message(message);
  }

  /** Takes in a message, the run that sent it, and what its person did about it. */
  message(message: Message | undefined): void {
    if (message === undefined || this.#isFull(this.#messages, message)) return;
    this.#messages.set(message.id, message);
    const { profile, flow, at } = message;
    if (profile === null) return;
    if (flow !== null) {
      const runs = this.#account
        .table(flowRuns)
        .scan(["profile", "flow", "entered"], { prefix: [profile, flow] });
      this.run([...runs].findLast(({ entered }) => entered <= at));
    }
    for (const event of this.#account
      .table(events)
      .scan(["profile_id", "datetime"], { prefix: [profile] }))
      if (event.properties["$event_id"] === `${message.message}:${message.seq}`) this.event(event);
  }

  delivery(delivery: Delivery | undefined): void {
    if (delivery === undefined) return;
    this.#deliveries.set(delivery.id, delivery);
    for (const id of this.#eventsOf(delivery)) this.event(this.#account.table(events).get(id));
  }

  /** All of it by time: what is due comes after what was at the same instant. */
  shown(): StepView[] {
    const account = this.#account;
    const runs = [...this.#runs.values()];
    const calls = [...this.#deliveries.values()];
    const isTold = ({ properties }: Event) => properties["$event_id"] !== undefined;
    const written = [...this.#events.values()].filter((each) => !isTold(each));
    // What a person did about a message comes after it.
    const told = [...this.#events.values()].filter(isTold);
    const found = [
      ...[...this.#entries.values()].map(steps.requestStep),
      ...written.map((each) => steps.eventStep(account, each)),
      ...runs.map((each) => steps.flowStep(account, each)),
      ...[...this.#messages.values()].map((each) => steps.messageStep(account, each)),
      ...told.map((each) => steps.eventStep(account, each)),
      ...calls
        .filter(({ attempts }) => attempts.length > 0)
        .map((each) => steps.deliveryStep(account, each)),
      ...runs.map((each) => steps.runDue(account, each)),
      ...calls.map((each) => steps.deliveryDue(account, each)),
      ...this.#coming(),
    ];
    return found
      .flatMap((each) => each ?? [])
      .sort((a, b) => Number(a.isDue) - Number(b.isDue) || secondOf(a) - secondOf(b));
  }

  #coming(): StepView[] {
    const found: StepView[] = [];
    for (const { kind, input } of this.#account.table(works).all()) {
      if (kind !== happenWork) continue;
      const { message, coming } = input as Happening;
      if (this.#messages.has(message))
        found.push(...steps.messageDue(this.#account, message, coming));
    }
    return found;
  }

  /** Whether it is there already, or one too many. */
  #isFull(known: ReadonlyMap<string, Stored>, { id }: Stored): boolean {
    return known.has(id) || known.size >= stepsMax;
  }

  #eventsOf({ webhook, events: ids }: Delivery): readonly string[] {
    if (ids !== null) return ids;
    const waiting = this.#account.table(deliveryEntries).scan(["webhook"], { prefix: [webhook] });
    return [...waiting].map(({ event }) => event);
  }

  #writerOf({ id }: Event): Entry | undefined {
    this.#writers ??= new Map(
      this.#journal
        .list({ account: this.#account.id })
        .flatMap((entry) => entry.written.map((each) => [each.id, entry] as const)),
    );
    return this.#writers.get(id);
  }

  #messagesTo(profile: string): Iterable<Message> {
    return this.#account.table(messages).scan(["profile", "channel", "at"], { prefix: [profile] });
  }

  #messageOf(about: string, profile: string): Message | undefined {
    return [...this.#messagesTo(profile)].find(({ message, seq }) => about === `${message}:${seq}`);
  }
}

/** What came of the cause that a request, an event, a flow run, a message or a delivery has. @throws ControlError for another id */
export function threadOf(accounts: readonly Account[], journal: Journal, id: string): ThreadView {
  for (const account of accounts) {
    const thread = new Thread(account, journal);
    const entry = journal.get(id);
    if (entry?.account === account.id) thread.request(entry);
    thread.event(account.table(events).get(id));
    thread.run(account.table(flowRuns).get(id));
    thread.message(account.table(messages).get(id));
    thread.delivery(account.table(deliveries).get(id));
    const steps = thread.shown();
    if (steps.length > 0) return { account: account.id, steps };
  }
  throw unknownId("request, event, flow run, message or delivery", id);
}
