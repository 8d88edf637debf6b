import { type Act, type Column, type Given, placesOf, type Said } from "../../control/act.ts";
import { callControl, type ControlValues, flagsOf, narrowed } from "../process/control-client.ts";
import { Failure, print, printWhole } from "../terminal/terminal.ts";
import { tableOf } from "../terminal/table.ts";

type Say = (answer: never, given: Given) => string;
export type Says = Readonly<Record<string, Say>>;

/** Asks for an act as its command was typed, and prints what is answered. @param typed the arguments, then the options */
export async function perform(
  act: Act,
  said: Said<never>,
  typed: readonly unknown[],
  say: Say | undefined = said.says,
): Promise<void> {
  const names = placesOf(said.words).map(({ name }) => name);
  const values = typed[names.length] as ControlValues;
  const words = names.map((name, index) => [name, typed[index]] as const);
  const given = { ...Object.fromEntries(words), ...flagsOf(values) };
  const { path, body } = requestOf(act, said, names, given);
  const answer = await callControl<never>(values, act.method, path, body);
  const shown: unknown = said.data === undefined ? answer : said.data(answer, given);
  const text = () => say?.(answer, given) ?? tableText(said, answer);
  (said.isWhole ? printWhole : print)(values.json, shown, text);
}

/** @throws Failure for what cannot be sent */
function requestOf({ method, path, query }: Act, said: Said<never>, names: string[], given: Given) {
  const inPath = path.match(/\{\w+\}/g)?.length ?? 0;
  const rest = Object.entries(given).filter(([name]) => !names.slice(0, inPath).includes(name));
  const isAsked = (name: string) =>
    method === "GET" || (query?.kind === "object" && query.members.has(name));
  const asked = rest.filter(([name]) => isAsked(name));
  const told = Object.fromEntries(rest.filter(([name]) => !isAsked(name)));
  const body = said.sends?.(told) ?? told;
  if (typeof body === "string") throw new Failure(body, 2);
  const places = names.map((name) => given[name]);
  // A place that is left out leaves its part of the path out.
  const target = path.replace("/_emulator/", "").replace(/\/\{\w+\}/g, () => {
    const place = places.shift();
    return place === undefined ? "" : `/${encodeURIComponent(String(place))}`;
  });
  const isSent = method !== "GET" && Object.keys(body).length > 0;
  return { path: narrowed(target, Object.fromEntries(asked)), body: isSent ? body : undefined };
}

function tableText(said: Said<never>, answer: never): string {
  const { columns = [], rows = listIn, none, below } = said;
  const shown = rows(answer);
  if (shown.length === 0 && none !== undefined) return none;
  const table = tableOf(columns as readonly Column<unknown>[], shown);
  return below === undefined ? table : `${table}\n\n${below(answer)}`;
}

/** The answer, or the one list in it. */
const listIn = (answer: unknown): readonly unknown[] =>
  Array.isArray(answer) ? answer : (Object.values(answer as object).find(Array.isArray) ?? []);
