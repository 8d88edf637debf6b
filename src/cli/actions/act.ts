import type { Act, ActCommand, Given } from "../../control/act.ts";
import { callControl, type ControlValues, flagsOf, narrowed } from "../process/control-client.ts";
import { Failure } from "../terminal/failure.ts";
import { print, printWhole } from "../terminal/print.ts";
import { tableOf } from "../terminal/table.ts";
import { screenWidth } from "../terminal/terminal.ts";

/** What a person reads of an answer, by the name of the command; empty: of all others. */
export type Says = Readonly<Record<string, (answer: never, given: Given) => string>>;

/**
 * Asks for an act as its command was typed, and prints what is answered.
 *
 * @param typed the arguments, then the options
 * @param says what is said of its answer, if the command does not say it itself
 */
export async function perform(
  act: Act,
  command: ActCommand,
  typed: readonly unknown[],
  says: Says = {},
): Promise<void> {
  const names = Object.keys(command.takes ?? {}).map((word) => word.replace(/[<>[\]]/g, ""));
  const values = typed[names.length] as ControlValues;
  const words = names.map((name, index) => [name, typed[index]] as const);
  const given = { ...Object.fromEntries(words), ...flagsOf(values) };
  const { path, body } = requestOf(act, command, names, given);
  const answer = await callControl<unknown>(values, act.method, path, body);
  const shown = command.data === undefined ? answer : command.data(answer, given);
  const say = says[command.name] ?? says[""] ?? command.says;
  const text = () => say?.(answer as never, given) ?? tableText(command, answer);
  (command.isWhole ? printWhole : print)(values.json, shown, text);
}

/** @throws Failure for what cannot be sent */
function requestOf(
  { method, path, query }: Act,
  command: ActCommand,
  names: string[],
  given: Given,
) {
  const { sends, needsOption, options = {} } = command;
  const inPath = path.match(/\{\w+\}/g)?.length ?? 0;
  const rest = Object.entries(given).filter(([name]) => !names.slice(0, inPath).includes(name));
  const isAsked = (name: string) =>
    method === "GET" || (query?.kind === "object" && query.members.has(name));
  const asked = rest.filter(([name]) => isAsked(name));
  const told = Object.fromEntries(rest.filter(([name]) => !isAsked(name)));
  if (needsOption && Object.keys(told).length === 0) {
    const flags = Object.keys(options).map((name) => `--${name}`);
    const last = flags.pop();
    throw new Failure(`nothing to set: add ${flags.join(", ")} or ${last}`, 2);
  }
  const body = sends?.(given) ?? told;
  if (typeof body === "string") throw new Failure(body, 2);
  const places = names.map((name) => encodeURIComponent(String(given[name])));
  const target = path.replace("/_emulator/", "").replace(/\{\w+\}/g, () => places.shift() ?? "");
  const isSent = method !== "GET" && Object.keys(body).length > 0;
  return {
    path: narrowed(target, Object.fromEntries(asked)),
    body: isSent ? body : undefined,
  };
}

/** A line for each of the answer's rows. */
function tableText(
  { columns = [], rows = listIn, none, below }: ActCommand,
  answer: unknown,
): string {
  const shown = rows(answer);
  if (shown.length === 0 && none !== undefined) return none;
  const table = tableOf(columns, shown, screenWidth());
  return below === undefined ? table : `${table}\n\n${below(answer)}`;
}

/** The answer, or the one list in it. */
const listIn = (answer: unknown): readonly unknown[] =>
  Array.isArray(answer) ? answer : (Object.values(answer as object).find(Array.isArray) ?? []);
