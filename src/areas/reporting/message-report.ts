import { messages } from "../../domain/messages/records.ts";
import type { Message } from "../../domain/messages/records.ts";
import type { Account } from "../../world/account.ts";
import type { Slices } from "../../world/time/slices.ts";
import { eachConversion } from "./conversions.ts";
import { type ReportCondition, meets } from "./filter.ts";
import type { Sender } from "./groups.ts";
import { countMessage, noOutcomes, type Outcomes, partsOf } from "./message-statistics.ts";
import type { Span } from "./timeframe.ts";

/** Messages that are alike in all names that are asked for. */
export interface Group {
  readonly groupings: Readonly<Record<string, string | null>>;
  /** What became of them, by the part of the timeframe in which they were sent. */
  readonly parts: (Outcomes | undefined)[];
}

/** What is reported. */
export interface Reported {
  readonly sender: Sender;
  /** The names by which messages are told apart. */
  readonly by: readonly string[];
  readonly conditions: readonly ReportCondition[];
  /** The metric of the conversions. */
  readonly metric: string;
  readonly span: Span;
  /** Where the parts of the span begin. */
  readonly starts: readonly number[];
}

/**
 * What became of the messages that were sent in a span of time: each counts when it was sent, whenever it was opened or
 * led to an order. One pass over the messages of the span, and one over the events of the metric since it began.
 */
export function* messageGroups(account: Account, reported: Reported): Slices<Group[]> {
  const { span, starts, metric } = reported;
  const grouping = new Grouping(account, reported);
  const within = {
    low: { value: span.from, inclusive: true },
    high: { value: span.to, inclusive: false },
  };
  let part = 0;
  const sent = account.table(messages).visit(["at"], within, (message) => {
    while (message.at >= (starts[part + 1] ?? Infinity)) part += 1;
    const { groups, texts } = grouping.of(message);
    for (const group of groups) countMessage((group.parts[part] ??= noOutcomes()), message, texts);
  });
  const converted = eachConversion(account, metric, span, ({ message, profile, value }) => {
    const sentIn = Math.max(
      0,
      starts.findLastIndex((start) => start <= message.at),
    );
    for (const group of grouping.of(message).groups) {
      const outcomes = (group.parts[sentIn] ??= noOutcomes());
      outcomes.conversions += 1;
      outcomes.value += value;
      outcomes.converted.add(profile);
    }
  });
  yield* sent;
  yield* converted;
  return grouping.found();
}

/** What all messages that a sender sent at once have alike. */
interface Kind {
  readonly groups: readonly Group[];
  /** In how many parts each was sent, of text messages. */
  readonly texts: number;
}

/** Which groups messages belong to: worked out once for all that were sent alike. */
class Grouping {
  readonly #account: Account;
  readonly #reported: Reported;
  readonly #groups = new Map<string, Group>();
  readonly #kinds = new Map<string, Kind>();
  #last: Message | undefined;
  #kind: Kind = none;

  constructor(account: Account, reported: Reported) {
    this.#account = account;
    this.#reported = reported;
  }

  of(message: Message): Kind {
    const last = this.#last;
    if (last !== undefined && areAlike(last, message)) return this.#kind;
    this.#last = message;
    if (message[this.#reported.sender.of] === null) return (this.#kind = none);
    const { message: of, content, variation, groups } = message;
    const key = JSON.stringify([of, content, variation, groups]);
    const known = this.#kinds.get(key) ?? this.#kindOf(message);
    this.#kinds.set(key, known);
    return (this.#kind = known);
  }

  found(): Group[] {
    return [...this.#groups.values()];
  }

  #kindOf(message: Message): Kind {
    const { sender, by, conditions } = this.#reported;
    const valuesOf = (name: string) => sender.reads[name]?.(this.#account, message) ?? [null];
    if (!conditions.every((asked) => meets(asked, valuesOf(asked.name)))) return none;
    let all: Record<string, string | null>[] = [{}];
    for (const name of by) {
      const values = valuesOf(name);
      all = all.flatMap((each) => values.map((value) => ({ ...each, [name]: value })));
    }
    const groups = all.map((groupings) => this.#groupOf(groupings));
    return { groups, texts: partsOf(this.#account, message) };
  }

  #groupOf(groupings: Group["groupings"]): Group {
    const key = JSON.stringify(groupings);
    const known = this.#groups.get(key) ?? { groupings, parts: [] };
    this.#groups.set(key, known);
    return known;
  }
}

/** Whether two messages were sent alike: mostly they are, one after the other. */
const areAlike = (a: Message, b: Message): boolean =>
  a.message === b.message &&
  a.content === b.content &&
  a.variation === b.variation &&
  a.groups.length === b.groups.length &&
  a.groups.every((group, at) => group === b.groups[at]);

const none: Kind = { groups: [], texts: 0 };
