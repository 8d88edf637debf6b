import { wholeSecond } from "../../../jsonapi/time.ts";
import type { Account } from "../../../world/account.ts";
import { type Change, put } from "../../../world/store/store.ts";
import { type Work, works } from "../../../world/time/agenda.ts";
import { objectLinks } from "../../objects/records.ts";
import { objectRecords } from "../../resources/custom-object.ts";
import { objectProperty } from "../../objects/custom-objects.ts";
import { whenOf } from "../../filters/date.ts";
import { type Flow, flows } from "../../resources/flow.ts";
import { type Profile, profiles } from "../../resources/profile.ts";
import { readProperty } from "../../segments/traits.ts";
import { type Cause, flowRuns } from "../records.ts";
import { midnightOf, occasionsIn, dayMs, zoneFor } from "./wait.ts";
import { isRunning, entering, plannedBy } from "./entry.ts";
import type { TriggerOf } from "../../grammar/flow-triggers.ts";

/** The work of looking, once a day, for whom a date lets enter a flow until the next look. */
export const lookWork = "flow.look";

export interface Looking {
  readonly from: number;
  readonly to: number;
  /** The flow that is looked at, and whom of its people was looked at last. */
  readonly flow?: string;
  readonly after?: { readonly value: number; readonly seq: number };
}

const lookedAtOnce = 500;

type DateFlow = Flow & { readonly trigger: TriggerOf<"date"> };

const isDated = (flow: Flow): flow is DateFlow => flow.trigger?.type === "date" && isRunning(flow);

/** Plans a look for the rest of the day: a flow was made to run. */
export const looking = (account: Account, flow: Flow, now: number): Change[] =>
  isDated(flow) ? [planned(account, { from: now, to: nextMidnight(now) }, now)] : [];

/** @guess *ate_flow: Date triggers are looked at once a day, at midnight UTC. */
const nextMidnight = (now: number): number => (Math.floor(now / dayMs) + 1) * dayMs;

const planned = (account: Account, input: Looking, due: number): Change => {
  const work: Work = { id: lookWork, seq: account.nextSeq(), due, kind: lookWork, input };
  return put(works, work);
};

/** Looks at some, and goes on with the others, or the next day. */
export function look(account: Account, step: Looking, now: number): void {
  const dated = [...account.table(flows).all()].filter(isDated);
  // Without such a flow there is no next look.
  if (dated.length === 0) return;
  const at = dated.findIndex(({ id }) => id >= (step.flow ?? ""));
  const flow = dated[at];
  if (flow === undefined) {
    const tomorrow = { from: step.to, to: step.to + dayMs };
    return account.commit([planned(account, tomorrow, step.to)]);
  }
  const after = flow.id === step.flow ? step.after : undefined;
  const { trigger } = flow;
  const { found, last } =
    trigger.date_field_type === "profile-property"
      ? ofPeople(account, flow, trigger.date_profile_property, step, after)
      : ofObjects(account, flow, trigger, step, after);
  const { from, to } = step;
  // What is behind the last of a flow is the next one's turn; no id is as high as this one.
  const next = last === undefined ? { flow: `${flow.id}~` } : { flow: flow.id, after: last };
  account.commit([...found, planned(account, { from, to, ...next }, now)]);
  const [first] = account.table(flowRuns).scan(["due"], { low: { value: null, inclusive: false } });
  if (first?.due != null) account.commit(plannedBy(account, Math.max(first.due, now)));
}

/** Who was found, and the last one that was looked at; undefined: there are no others. */
type Looked = { readonly found: Change[]; readonly last: Looking["after"] | undefined };

function ofPeople(
  account: Account,
  flow: DateFlow,
  property: string,
  span: Looking,
  after: Looking["after"],
): Looked {
  const read = readProperty(property) ?? readProperty(`properties['${property}']`);
  const found: Change[] = [];
  let seen = 0;
  for (const profile of account.table(profiles).scan(["created"], { after })) {
    found.push(...entered(account, flow, profile, read?.(profile), span, {}));
    seen += 1;
    if (seen < lookedAtOnce) continue;
    return { found, last: { value: wholeSecond(profile.created), seq: profile.seq } };
  }
  return { found, last: undefined };
}

function ofObjects(
  account: Account,
  flow: DateFlow,
  trigger: Extract<TriggerOf<"date">, { readonly date_field_type: "custom-object" }>,
  span: Looking,
  after: Looking["after"],
): Looked {
  const { object_type_id: type, object_type_relationship_id: relationship } = trigger;
  const found: Change[] = [];
  let seen = 0;
  const range = { prefix: [type], after };
  for (const record of account.table(objectRecords).scan(["object-type.id", "created"], range)) {
    const value = objectProperty(account, record.id, trigger.custom_object_property_id);
    // Several data sources may say the same.
    const people = new Set<string>();
    for (const link of account.table(objectLinks).scan(["from", "id"], { prefix: [record.id] })) {
      if (link.relationship === relationship) people.add(link.to);
    }
    for (const id of people) {
      const profile = account.table(profiles).get(id);
      if (profile === undefined) continue;
      found.push(...entered(account, flow, profile, value, span, { object: record.id }));
    }
    seen += 1;
    if (seen < lookedAtOnce) continue;
    return { found, last: { value: record.created, seq: record.seq } };
  }
  return { found, last: undefined };
}

/** Puts somebody down for each occasion of a date, once. */
function entered(
  account: Account,
  flow: DateFlow,
  profile: Profile,
  value: unknown,
  span: Looking,
  cause: Cause,
): Change[] {
  const when = whenOf(value);
  if (when === undefined) return [];
  const zone = zoneFor(account, profile, flow.trigger.timezone);
  const date = midnightOf(when.day ?? zone.wallOf(when.at));
  return occasionsIn(flow.trigger, date, zone, span).flatMap((occasion) => {
    const id = ["date", flow.id, profile.id, occasion.at, cause.object ?? ""].join(" ").trim();
    if (account.table(flowRuns).get(id) !== undefined) return [];
    const of = { flow: flow.id, profile: profile.id, cause: { ...cause, date: occasion.date } };
    return [entering(account, of, occasion.at, id)];
  });
}
