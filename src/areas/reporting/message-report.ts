import { messages, type Message } from "../../domain/messages/records.ts";
import type { Account } from "../../world/account.ts";
import type { Slices } from "../../world/time/slices.ts";
import { eachConversion } from "./conversions.ts";
import { type ReportCondition, meets } from "./filter.ts";
import type { Sender } from "./groups.ts";
import { countMessage, noOutcomes, type Outcomes, partsOf } from "./message-statistics.ts";
import { type Span, within } from "./frame.ts";

export interface Group {
  readonly groupings: Readonly<Record<string, string | null>>;
  /** What became of them, by the part of the timeframe in which they were sent. */
  readonly parts: (Outcomes | undefined)[];
}

export interface Reported {
  readonly sender: Sender;
  readonly by: readonly string[];
  readonly conditions: readonly ReportCondition[];
  readonly metric: string;
  readonly span: Span;
  readonly starts: readonly number[];
}

/** Each message counts when it was sent. One pass over those of the span, and one over the metric's events since it began. */
export function* messageGroups(account: Account, reported: Reported): Slices<Group[]> {
  const { span, starts, metric } = reported;
  const { groups: found, of } = grouping(account, reported);
  let part = 0;
  const sent = account.table(messages).visit(["at"], within(span), (message) => {
    while (message.at >= (starts[part + 1] ?? Infinity)) part += 1;
    const { groups, texts } = of(message);
    for (const group of groups) countMessage((group.parts[part] ??= noOutcomes()), message, texts);
  });
  const converted = eachConversion(account, metric, span, ({ message, profile, value }) => {
    const sentIn = starts.findLastIndex((start) => start <= message.at);
    for (const group of of(message).groups) {
      const outcomes = (group.parts[Math.max(0, sentIn)] ??= noOutcomes());
      outcomes.conversions += 1;
      outcomes.value += value;
      outcomes.converted.add(profile);
    }
  });
  yield* sent;
  yield* converted;
  return [...found.values()];
}

type Kind = { readonly groups: readonly Group[]; readonly texts: number };

/** Which groups messages belong to: worked out once for all that were sent alike. */
function grouping(account: Account, { sender, by, conditions }: Reported) {
  const groups = new Map<string, Group>();
  const kinds = new Map<string, Kind>();
  let last: Message | undefined;
  let kind = none;
  const groupOf = (groupings: Group["groupings"]): Group => {
    const key = JSON.stringify(groupings);
    const known = groups.get(key) ?? { groupings, parts: [] };
    groups.set(key, known);
    return known;
  };
  const kindOf = (message: Message): Kind => {
    const valuesOf = (name: string) => sender.reads[name]?.(account, message) ?? [null];
    if (!conditions.every((asked) => meets(asked, valuesOf(asked.name)))) return none;
    let all: Record<string, string | null>[] = [{}];
    for (const name of by) {
      const values = valuesOf(name);
      all = all.flatMap((each) => values.map((value) => ({ ...each, [name]: value })));
    }
    return { groups: all.map(groupOf), texts: partsOf(account, message) };
  };
  const of = (message: Message): Kind => {
    if (last !== undefined && areAlike(last, message)) return kind;
    last = message;
    if (message[sender.of] === null) return (kind = none);
    const { message: of, content, variation, groups: to } = message;
    const key = JSON.stringify([of, content, variation, to]);
    kind = kinds.get(key) ?? kindOf(message);
    kinds.set(key, kind);
    return kind;
  };
  return { groups, of };
}

/** Whether two messages were sent alike: mostly they are, one after the other. */
const areAlike = (a: Message, b: Message): boolean =>
  a.message === b.message &&
  a.content === b.content &&
  a.variation === b.variation &&
  a.groups.length === b.groups.length &&
  a.groups.every((group, at) => group === b.groups[at]);

const none: Kind = { groups: [], texts: 0 };
