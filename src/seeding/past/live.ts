import { flowCalls, type FlowRun, flowRuns } from "../../domain/flows/records.ts";
import { loadRendering } from "../../domain/rendering/load.ts";
import { isOfService } from "../../domain/events/metrics.ts";
import { messages } from "../../domain/messages/records.ts";
import { ratesOf, setRates } from "../../domain/messages/fate.ts";
import { accountSettings, memberships } from "../../domain/objects/records.ts";
import { type Event, events, metrics } from "../../domain/resources/event.ts";
import { flows } from "../../domain/resources/flow.ts";
import { profiles } from "../../domain/resources/profile.ts";
import { webFeeds } from "../../domain/resources/template.ts";
import { webhooks } from "../../domain/resources/webhook.ts";
import { fillSegments } from "../../domain/segments/segmentation.ts";
import type { Account } from "../../world/account.ts";
import type { Stored } from "../../world/store/record.ts";
import { type Change, type Collection, drop, put } from "../../world/store/store.ts";
import { Clock } from "../../world/time/clock.ts";
import { works } from "../../world/time/agenda.ts";
import type { HistoryPlan } from "../plan.ts";
import { type Act, type Before, replayed } from "./replay.ts";
import { campaignActs } from "./campaigns.ts";
import { reviewActs } from "./reviews.ts";
import { visitActs } from "./visits.ts";
import { atOnce } from "../../world/time/slices.ts";

const yearMs = 365 * 86_400_000;

export interface Living extends Omit<HistoryPlan, "list" | "people"> {
  /** The ids of the people whose past it is. */
  readonly people: ReadonlySet<string>;
  /** The id of the list that campaigns go to; undefined: none do. */
  readonly to: string | undefined;
}

/** Has the domain run what happened before the start. The account must follow its rules, and be as it was planted. @param told of how much is done, from 0 to 1 */
export async function live(
  account: Account,
  living: Living,
  planted: number,
  told: (part: number) => void,
): Promise<void> {
  const acts = actsOf(account, living, planted);
  const back = setAside(account, living);
  const { clock } = account;
  const from = acts[0]?.at ?? planted;
  const own = new Clock({ frozenAt: Math.min(from, planted) });
  account.setClock(own, true);
  // Who unsubscribes and whose mail bounces is the fixture's to say.
  setRates(account, { ...ratesOf(account), deliver: 1, bounce: 0, unsubscribe: 0, spam: 0 });
  await loadRendering();
  const step = Math.ceil(acts.length / 100);
  for (const [index, { at, run }] of acts.entries()) {
    if (index % step === 0) told(index / acts.length);
    const way = own.advance(at - own.now());
    if (way !== undefined) await way;
    run(at);
  }
  await own.advance(planted - own.now());
  end(account);
  back();
  atOnce(fillSegments(account, planted));
  account.setClock(clock, false);
  account.takeWritten();
  told(1);
}

/** All that happens, the first first. What people do has no chance; all else has dice of its own. */
function actsOf(account: Account, living: Living, planted: number): Act[] {
  const people = [...account.table(profiles).all()].filter(({ id }) => living.people.has(id));
  const happened = [...account.table(events).scan(["datetime"])].filter(
    ({ profile, time }) => living.people.has(profile) && time <= planted,
  );
  const own = [...account.table(metrics).all()].filter(isOfService);
  const ofService = new Set(own.map(({ id }) => id));
  const done = new Map<string, Event[]>();
  for (const event of happened) {
    if (ofService.has(event.metric)) continue;
    const theirs = done.get(event.profile);
    if (theirs === undefined) done.set(event.profile, [event]);
    else theirs.push(event);
  }
  const { to, campaigns, visits, reviews, people: whose } = living;
  const before = { account, planted, from: planted - yearMs, people: whose, done };
  const by = (stream: string): Before => ({ ...before, dice: account.dice(stream).clone() });
  const acts = [
    ...replayed(account, people, happened, ofService),
    ...(to === undefined ? [] : campaignActs(by("history"), to, campaigns)),
    ...(visits === 0 ? [] : visitActs(by("history visits"), visits)),
    ...(reviews === 0 ? [] : reviewActs(by("history reviews"), reviews)),
    ...(living.flows ? [...account.table(flows).all()] : []).map((flow) => ({
      at: flow.created,
      run: () => account.load(flows, [flow]),
    })),
  ];
  return acts.filter(({ at }) => at <= planted).sort((a, b) => a.at - b.at);
}

/** Takes away what is to happen anew, and what would hear of it. @returns puts back what has not come meanwhile */
function setAside(account: Account, { people }: Living): () => void {
  const collections = [profiles, memberships, events, flows, webhooks, webFeeds, works] as const;
  const aside = collections.map((each) => {
    const collection = each as unknown as Collection<Stored>;
    return [collection, [...account.table(collection).all()]] as const;
  });
  account.planted(() =>
    account.commit(aside.flatMap(([each, all]) => all.map(({ id }) => drop(each, id)))),
  );
  const isReplaced = (collection: Collection<Stored>, record: Stored): boolean => {
    if (account.table(collection).get(record.id) !== undefined) return true;
    const { profile } = record as Partial<Event>;
    // The domain has said who is in a segment with a definition.
    return collection.name === memberships.name && people.has(profile ?? "");
  };
  return () => {
    for (const [each, all] of aside) {
      const left = all.filter((record) => !isReplaced(each, record));
      account.load(each, left);
    }
  };
}

/** The past is over: nobody waits in a flow, and nothing is due that it began. */
function end(account: Account): void {
  const waiting = [...account.table(flowRuns).all()].filter(({ state }) => state === "waiting");
  const why = "the history ends before it";
  const ended = waiting.map((run): FlowRun => {
    const notes = [...run.notes, { action: run.action ?? "", why }];
    const over = { due: null, held: null, waited: false, next: null, why: null, notes };
    return { ...run, ...over, state: "completed", ended: lastOf(account, run) };
  });
  const all = <R extends Stored>(of: Collection<R>) =>
    Array.from(account.table(of).all(), ({ id }) => drop(of, id));
  const isRates = (change: Change) => "drop" in change && change.drop === "message-rates";
  const gone = [...all(flowCalls), ...all(works), ...all(accountSettings).filter(isRates)];
  account.planted(() => account.commit([...ended.map((run) => put(flowRuns, run)), ...gone]));
}

/** When somebody was last sent something on their way through a flow. */
function lastOf(account: Account, { flow, profile, entered }: FlowRun): number {
  const newest = { prefix: [profile, "email"], descending: true };
  for (const message of account.table(messages).scan(["profile", "channel", "at"], newest)) {
    if (message.flow === flow) return Math.max(message.at, entered);
  }
  return entered;
}
