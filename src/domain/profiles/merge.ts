import type { Account } from "../../world/account.ts";
import { type Change, type Collection, drop, put } from "../../world/store/store.ts";
import type { Stored } from "../../world/store/record.ts";
import { aliased, profileById } from "./identity.ts";
import { events } from "../resources/event.ts";
import { formActs } from "../forms/records.ts";
import { memberships } from "../objects/records.ts";
import { messages, messagesTo } from "../messages/records.ts";
import { pushTokens, profiles } from "../resources/profile.ts";
import type { Profile, ProfileAttributes } from "../resources/profile.ts";
import { segments } from "../resources/groups.ts";
import { type Channel, channelNames, type Consent, never } from "../consent/consent.ts";
import { relinked } from "../objects/custom-objects.ts";
import { flowCalls, flowRuns } from "../flows/records.ts";
import { membership, membershipId, membershipsOf } from "../segments/membership.ts";
import { unsetAttributes } from "./write.ts";
import { recorded } from "../objects/acts.ts";
import { reviews } from "../resources/review.ts";
import { forgotten } from "../every-collection.ts";

/** What a profile has, which keeps its ids: by what it is found. */
const owned = [
  [events, ["profile_id", "datetime"]],
  [flowRuns, ["profile", "flow", "entered"]],
  [flowCalls, ["profile"]],
  [formActs, ["profile"]],
  [reviews, ["profile.id"]],
  [pushTokens, ["profile.id", "created"]],
] as const;

/** Moves everything of one profile into another, whose own values win, and removes it (behaviour.md, 14). */
export function merge(account: Account, into: string, from: string, now: number): void {
  const table = account.table(profiles);
  const [kept, given] = [table.get(into), table.get(from)];
  if (kept === undefined || given === undefined) return;
  const changes = [
    // First, since no two profiles have the same identifiers.
    drop(profiles, from),
    aliased(account, from, into),
    put(profiles, merged(kept, given, now)),
    ...movedMemberships(account, into, from),
    ...relinked(account, from, into),
    ...messagesTo(account, from).map((message) => put(messages, { ...message, profile: into })),
    ...owned.flatMap(([of, index]) => {
      const theirs = [...account.table(of as Collection).scan(index, { prefix: [from] })];
      return theirs.map((each) => put(of as Collection, { ...each, profile: into } as Stored));
    }),
  ];
  const act = { act: "merge profiles", profile: into, about: { MergedProfileId: from } } as const;
  account.commit(recorded(account, changes, [act], now));
}

function merged(kept: Profile, given: Profile, now: number): Profile {
  const names = Object.keys(unsetAttributes) as (keyof ProfileAttributes)[];
  const attributes = Object.fromEntries(names.map((name) => [name, kept[name] ?? given[name]]));
  const { location } = kept;
  const last = Math.max(kept.last_event_date ?? -Infinity, given.last_event_date ?? -Infinity);
  return {
    ...kept,
    ...(attributes as unknown as ProfileAttributes),
    location:
      location && given.location
        ? { ...given.location, ...known(location) }
        : (location ?? given.location),
    properties: { ...given.properties, ...kept.properties },
    last_event_date: Number.isFinite(last) ? last : null,
    updated: now,
    consent: mergedConsent(kept.consent, given.consent),
  };
}

const known = <T extends object>(object: T) =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null)) as T;

/** @guess merge_profiles: The destination takes over consent that it lacks, and the suppressions of both apply. */
function mergedConsent(kept: Consent, given: Consent): Consent {
  const reasons = new Set(kept.suppression.map(({ reason }) => reason));
  const lists = new Set(kept.listSuppressions.map(({ list }) => list));
  const said = channelNames.flatMap((channel) => {
    const [one = never, other = never] = [kept[channel], given[channel]];
    return [[channel, one.state === "NEVER_SUBSCRIBED" ? other : one]];
  });
  const suppression = given.suppression.filter(({ reason }) => !reasons.has(reason));
  const listSuppressions = given.listSuppressions.filter(({ list }) => !lists.has(list));
  return {
    ...kept,
    ...(Object.fromEntries(said) as Pick<Consent, Channel>),
    suppression: [...kept.suppression, ...suppression],
    listSuppressions: [...kept.listSuppressions, ...listSuppressions],
  };
}

function movedMemberships(account: Account, into: string, from: string): Change[] {
  const table = account.table(memberships);
  const { listSuppressions = [] } = account.table(profiles).get(into)?.consent ?? {};
  return membershipsOf(account, from).flatMap(({ id, kind, group, joined }) => {
    const stays =
      table.get(membershipId(group, into)) !== undefined ||
      // Who is in a defined segment follows from its definition.
      (account.table(segments).get(group)?.definition ?? null) !== null ||
      // The destination left this list, and its values win.
      listSuppressions.some(({ list }) => list === group);
    // Moved, which is no joining.
    const moved = () =>
      put(memberships, membership(account, { kind, group, profile: into, joined }));
    return [drop(memberships, id), ...(stays ? [] : [moved()])];
  });
}

/** Deletes a person: the profile, and what of it is anywhere else (behaviour.md, 14). */
export function erase(account: Account, named: string): void {
  const profile = profileById(account, named);
  if (profile !== undefined) account.commit(forgotten(account, profile));
}
