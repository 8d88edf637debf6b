import type { ConsentState } from "../domain/consent.ts";
import type { FixtureAccount, FixtureEvent, FixtureProfile } from "./fixture-shape.ts";
import type { AccountPlan, ChannelPlan, EventPlan, PlanTime, ProfilePlan } from "./plan.ts";

/** A fixture of one account to be written: its people and events may be many. */
export interface FixtureDocument {
  readonly head: Omit<FixtureAccount, "profiles" | "events">;
  readonly profiles: Iterable<FixtureProfile>;
  readonly events: Iterable<FixtureEvent>;
}

/**
 * The people and events of a plan, as a fixture writes them out, ids included. Of consent and of
 * membership, the fixture language says what holds and not since when: that is since the profile came.
 *
 * @param head what the document says besides
 */
export function documentOf(plan: AccountPlan, head: FixtureDocument["head"]): FixtureDocument {
  return { head, profiles: profilesOf(plan), events: eventsOf(plan) };
}

function* profilesOf(plan: AccountPlan): Generator<FixtureProfile> {
  for (const profile of plan.profiles) yield profileOf(profile, plan);
}

function profileOf(profile: ProfilePlan, { lists }: AccountPlan): FixtureProfile {
  const { id, created, known, consent } = profile;
  const state = (channel: ChannelPlan | undefined): ConsentState | undefined => channel?.[0];
  const [email, sms] = [state(consent?.email), state(consent?.sms)];
  const names = profile.lists.map(([place]) => lists[place]?.name ?? "");
  const suppression = (consent?.suppression ?? []).map(([reason, at]) => ({
    reason,
    at: textOf(at),
  }));
  return {
    id,
    created: textOf(created),
    ...known,
    ...(names.length > 0 && { lists: names }),
    ...((email || sms) && { consent: { ...(email && { email }), ...(sms && { sms }) } }),
    ...(suppression.length > 0 && { suppression }),
  };
}

function* eventsOf(plan: AccountPlan): Generator<FixtureEvent> {
  for (const event of plan.events) yield eventOf(event, plan);
}

function eventOf(
  [id, time, metric, profile, place, uniqueId]: EventPlan,
  { metrics, profiles, properties }: AccountPlan,
): FixtureEvent {
  const { $event_id: _, $value, $value_currency, ...said } = properties[place] ?? {};
  return {
    id,
    profile: naturalKey(profiles[profile]?.known ?? {}),
    metric: metrics[metric]?.name ?? "",
    time: textOf(time),
    ...(typeof $value === "number" && { value: $value }),
    ...(typeof $value_currency === "string" && { value_currency: $value_currency }),
    ...(uniqueId !== undefined && { unique_id: uniqueId }),
    properties: said,
  };
}

/** By what an event names its profile. */
export const naturalKey = ({
  email,
  phone_number,
  external_id,
}: Partial<Pick<FixtureProfile, "email" | "phone_number" | "external_id">>): string | number =>
  email ?? phone_number ?? external_id ?? "";

const textOf = (time: PlanTime): string =>
  typeof time === "string" ? time : `${Math.floor(time / 1000)}s`;
