import {
  flowActions,
  type Flow,
  type FlowStatus,
  flows,
  flowChannels,
  flowMessages,
} from "../../src/domain/resources/flow.ts";
import { metrics } from "../../src/domain/resources/event.ts";
import { profiles } from "../../src/domain/resources/profile.ts";
import { templates } from "../../src/domain/resources/template.ts";
import { sendingsIn } from "../../src/domain/flows/actions.ts";
import { type FlowRun, flowRuns } from "../../src/domain/flows/records.ts";
import { writeEvent } from "../../src/domain/events/write.ts";
import { joinsList } from "../../src/domain/segments/membership.ts";
import { apiIntegration, findMetric, newMetric } from "../../src/domain/events/metrics.ts";
import { writeProfile } from "../../src/domain/profiles/write.ts";
import { recorded } from "../../src/domain/objects/acts.ts";
import type { Account } from "../../src/world/account.ts";
import { put } from "../../src/world/store/store.ts";
import { mailing, people } from "./mailing.ts";
import type { Action } from "../../src/domain/grammar/flow-actions.ts";
import type { FlowEntryFilter } from "../../src/domain/grammar/flow-filters.ts";
import type { Reentry } from "../../src/domain/grammar/flows.ts";
import type { Trigger } from "../../src/domain/grammar/flow-triggers.ts";

/** What a test says of a flow: its actions by their ids, of which the first is the entry. */
export interface Flowing {
  readonly id?: string;
  readonly name?: string;
  readonly status?: FlowStatus;
  readonly trigger: Trigger;
  readonly filter?: FlowEntryFilter;
  readonly reentry?: Reentry;
  readonly actions: readonly Action[];
}

/** An action as tests write it: its id, what it is, what it says, and what comes behind it. */
export const action = (id: string, type: Action["type"], data: unknown, next: unknown = null) =>
  ({
    id,
    type,
    data,
    links: typeof next === "object" && next !== null ? next : { next },
  }) as unknown as Action;

/** Sends a mail with a subject. */
export const mail = (id: string, subject: string, next: string | null = null, more: object = {}) =>
  action(
    id,
    "send-email",
    {
      message: {
        id: `Mail${id}`,
        name: subject,
        subject_line: subject,
        template_id: "Mail01",
        smart_sending_enabled: false,
        ...more,
      },
      status: "live",
    },
    next,
  );

export const wait = (id: string, hours: number, next: string | null, more: object = {}) =>
  action(id, "time-delay", { unit: "hours", value: hours, ...more }, next);

/** A filter of one group with these conditions, any of which is enough. */
export const any = (...conditions: readonly object[]) =>
  ({ condition_groups: [{ conditions }] }) as unknown as FlowEntryFilter;

/** What a property of the person is to be. */
export const property = (name: string, value: string) => ({
  type: "profile-property",
  property: `properties['${name}']`,
  filter: { type: "string", operator: "equals", value },
});

/** Puts a flow there as the API does. */
function putFlow(account: Account, of: Flowing): Flow {
  const now = account.clock.now();
  const { id = "Flow01", name = "Welcome", status = "live", trigger, actions } = of;
  const stamps = { created: now, updated: now };
  const flow = {
    id,
    seq: account.nextSeq(),
    name,
    status,
    archived: false,
    ...stamps,
    trigger_type: "Unconfigured",
    trigger,
    filter: of.filter ?? null,
    reentry: of.reentry ?? null,
    entry: actions[0]?.id ?? null,
  } as unknown as Flow;
  account.commit([
    put(templates, {
      id: "Mail01",
      seq: account.nextSeq(),
      name: "Mail",
      editor_type: "CODE",
      html: "<p>{{ person.first_name }} {{ event.Item }}</p>",
      text: null,
      amp: null,
      ...stamps,
    } as never),
    ...actions.map((says) =>
      put(flowActions, {
        id: says.id ?? "",
        seq: account.nextSeq(),
        ...stamps,
        flow: id,
        says,
      } as never),
    ),
    ...actions.flatMap((says) =>
      sendingsIn(says).map(({ type, data }) =>
        put(flowMessages, {
          id: data?.message?.id ?? "",
          seq: account.nextSeq(),
          ...stamps,
          channel: flowChannels[type],
          action: says.id,
          template: null,
          name: data?.message?.name ?? null,
        } as never),
      ),
    ),
    put(flows, flow),
  ]);
  return flow;
}

/** An emulation that sends messages, in which flows are put and people do something. */
export async function flowing(options: Parameters<typeof mailing>[0] = {}) {
  const core = await mailing({ fixture: `timezone: UTC\n${people}`, ...options });
  core.rates({ deliver: 1, bounce: 0, open: 0, click: 0, unsubscribe: 0, spam: 0 });
  const { account, now, person } = core;
  return {
    ...core,
    flow: (of: Flowing) => putFlow(account(), of),
    metric(name: string): string {
      const known = findMetric(account(), name);
      if (known !== undefined) return known.id;
      const made = newMetric(account(), name, now(), apiIntegration(account()));
      account().commit([put(metrics, made)]);
      return made.id;
    },
    join(list: string, address: string): void {
      const found = { id: list, name: list };
      const { changes, done } = joinsList(account(), found, person(address).id, now());
      account().commit(recorded(account(), changes, done, now()));
    },
    /** Somebody does something. */
    event(name: string, address: string, properties: object = {}, more: object = {}): void {
      writeEvent(
        account(),
        {
          event: {
            properties: properties as Readonly<Record<string, unknown>>,
            metric: { data: { type: "metric", attributes: { name } } },
            unique_id: `event-${account().nextSeq()}`,
            ...more,
          },
          profile: { type: "profile", attributes: { email: address } },
          time: Math.floor(now() / 1000) * 1000,
        },
        now(),
      );
    },
    /** Sets properties of a profile. */
    say(address: string, properties: Readonly<Record<string, unknown>>): void {
      const written = writeProfile(person(address), { attributes: {}, properties }, now());
      account().commit([put(profiles, written)]);
    },
    runs: (): FlowRun[] => [...account().table(flowRuns).all()],
    /** The subjects in the outbox with whom they went to, the oldest first. */
    sent: async () => {
      // What is many takes several turns.
      await core.advance(0);
      return (await core.outbox.list()).map(({ to, subject }) => `${to}: ${subject}`).toSorted();
    },
    hours: (hours: number) => core.advance(hours * 3_600_000),
  };
}
