import { stageNames } from "../../contract/stages.ts";
import { events, metrics } from "../../domain/resources/event.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { ControlError } from "../../emulation/problem.ts";
import type { Entry } from "../../world/journal/entry.ts";
import { flags, isAsked, isStatus, lengthOf, names } from "../../world/journal/query/query.ts";
import { wordsOf, type Details, type Word } from "../../world/journal/query/query.ts";
import type { Received } from "../../world/journal/received.ts";
import { nearest } from "../../world/name-match.ts";
import { accountIds } from "../operation.ts";

/** Reads a query for requests. @throws ControlError for a word that asks for nothing */
export function readQuery(emulation: Emulation, text: string): (received: Received) => boolean {
  const words = wordsOf(text);
  for (const each of words) check(emulation, each);
  return (received) => {
    const entry = received.shown();
    return isAsked(words, entry, {
      sandboxNamed: (account) => emulation.sandboxes.names.of(account),
      detailsOf: () => detailsOf(emulation, received, entry),
    });
  };
}

function check({ api, world }: Emulation, { name, how, value, text }: Word): void {
  const operations = [...api.operations.keys()];
  const requireNamed = (known: readonly string[]) => {
    if (!known.some((each) => each.toLowerCase() === value))
      throw wrong(`no ${name} '${value}'`, nearest(value, known));
  };
  if (name !== "" && !names.includes(name))
    throw wrong(`no requests have '${name}${how}'`, nearest(name, names));
  if (name === "operation" && how === ":") requireNamed(operations);
  if (name === "stage" && how === ":") requireNamed(stageNames);
  if (name === "status" && !isStatus(value)) throw wrong(`'${text}': expected 429 or 4xx`);
  if (name === "account" && how === ":") requireNamed(accountIds(world));
  if ((how === ">" || how === "<") && lengthOf(value) === undefined)
    throw wrong(`'${text}': expected a length of time such as >100ms`);
  if (name !== "" || how !== "" || Object.hasOwn(flags, value)) return;
  // A word that is nearly one of those that stand for themselves, and a part of no operation.
  const near = nearest(value, Object.keys(flags), 2);
  const isBegun = Object.keys(flags).some((flag) => flag.startsWith(value));
  if (near !== undefined && !isBegun && !operations.some((id) => id.includes(value)))
    throw wrong(`no word '${value}'`, near);
}

const wrong = (message: string, near?: string): ControlError =>
  new ControlError(message, "query", { nearest: near });

function detailsOf(emulation: Emulation, received: Received, entry: Entry): Details {
  const { redaction } = received;
  return {
    body: JSON.stringify(redaction.json(received.body() ?? "")),
    people: [...received.profileIds(), ...received.emails()],
    metrics: metricsOf(emulation, entry),
  };
}

export function metricsOf({ world }: Emulation, { account, written }: Entry): string[] {
  const of = account === null ? undefined : world.account(account);
  return written
    .filter(({ collection }) => collection === events.name)
    .flatMap(({ id }) => {
      const metric = of?.table(events).get(id)?.metric;
      return metric === undefined ? [] : (of?.table(metrics).get(metric)?.name ?? []);
    });
}
