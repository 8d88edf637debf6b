import { wholeSecond } from "../../../jsonapi/time.ts";
import type { Account } from "../../../world/account.ts";
import { drop } from "../../../world/store/store.ts";
import { zoneOfAccount } from "../../time-zone.ts";
import { lists } from "../../resources/groups.ts";
import { memberships } from "../../objects/records.ts";
import { writeEvent } from "../../events/write.ts";
import { joinsList, membershipId } from "../../segments/membership.ts";
import { putIfChanged } from "../../profiles/save.ts";
import { writeProfile } from "../../profiles/write.ts";
import { recorded } from "../../objects/acts.ts";
import type { Profile } from "../../resources/profile.ts";
import type { ActionOf } from "../../grammar/flow-actions.ts";
import { nextOf } from "../actions.ts";
import type { Act, Step } from "./step.ts";

type Operation = NonNullable<ActionOf<"update-profile">["data"]>["profile_operations"][number];

export const changeProfile: Act<ActionOf<"update-profile">> = (account, action, walker, now) => {
  const to = nextOf(action);
  const operations = action.data?.profile_operations ?? [];
  const written = operations.reduce(
    (profile, operation) => writeProfile(profile, saying(account, profile, operation, now), now),
    walker.profile,
  );
  account.commit(putIfChanged(account, written));
  return { to };
};

function saying(account: Account, { properties }: Profile, operation: Operation, now: number) {
  const { property_key: key } = operation;
  const patch = (patch_properties: Readonly<Record<string, unknown>>) => ({
    attributes: {},
    meta: { patch_properties },
  });
  const set = (value: unknown) => ({ attributes: {}, properties: { [key]: value } });
  if (operation.operator === "delete") return patch({ unset: key });
  const { property_type: type, property_value: value } = operation;
  if (type === "date" && value === "today") {
    return set(new Date(zoneOfAccount(account).wallOf(now)).toISOString().slice(0, 10));
  }
  if (type !== "list") return set(value);
  switch (operation.property_operation) {
    case "add": {
      const known = properties[key];
      // @guess *ate_flow*: Adding a value to a list that has it changes nothing.
      const has = Array.isArray(known) && known.includes(value);
      return has ? { attributes: {} } : patch({ append: { [key]: value } });
    }
    case "remove":
      return patch({ unappend: { [key]: value } });
    default:
      return set([value]);
  }
}

/** Puts the profile into a list, or takes it out; no consent changes. */
export const changeList: Act<ActionOf<"list-update">> = (account, action, { profile }, now) => {
  const to = nextOf(action);
  const { list_id: id, on_execution: adds } = action.data;
  const list = account.table(lists).get(id ?? "");
  if (list === undefined) return { to, note: "there is no such list" };
  if (adds === false) {
    const member = membershipId(list.id, profile.id);
    if (account.table(memberships).get(member) !== undefined) {
      account.commit([drop(memberships, member)]);
    }
    return { to };
  }
  const { changes, done } = joinsList(account, list, profile.id, now);
  account.commit(recorded(account, changes, done, now));
  return { to };
};

/** Tracks an event. Reports are of no person, and not made. */
export const service: Act<ActionOf<"internal-service">> = (account, action, walker, now): Step => {
  const to = nextOf(action);
  const asked = action.data?.service_configuration;
  if (asked?.service_method_type !== "track-event") {
    return { to, note: `${asked?.service_method_type ?? "a service"} is stored and not run` };
  }
  const name = asked.event_key;
  if (!name) return { to, note: "it names no event" };
  const { profile, run } = walker;
  const event = {
    properties: asked.event_payload ?? {},
    metric: { data: { type: "metric", attributes: { name } } },
    // Each run tracks its own.
    unique_id: `${run.id} ${action.id} ${run.passed}`,
  } as const;
  const of = { type: "profile", id: profile.id, attributes: {} } as const;
  writeEvent(account, { event, profile: of, time: wholeSecond(now) }, now);
  return { to };
};
