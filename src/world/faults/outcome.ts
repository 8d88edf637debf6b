import { answersNothing, type Success } from "../../contract/operation.ts";
import { insteadOfRequests } from "./delivery.ts";
import { PlanError, requireAlone, type Kind, type FaultPhase, type OutcomeDraft } from "./kind.ts";
import type { Row } from "./kind.ts";
import { type FaultOutcome, kinds } from "./kinds.ts";
import type { Injected } from "./injected.ts";
import type { OutcomeInput } from "./types.ts";

type Outcome = OutcomeInput | FaultOutcome;
type Parts = ReturnType<typeof partsOf>;

/** The kinds of which an outcome is, each with what is said of it. */
export function partsOf(outcome: object): (readonly [kind: Kind, value: unknown])[] {
  const values = outcome as Readonly<Record<string, unknown>>;
  return kinds.flatMap((kind) => {
    const value = values[kind.name];
    return value === undefined ? [] : [[kind, value] as const];
  });
}

export const meaningOf = (outcome: Outcome): Kind | undefined =>
  partsOf(outcome).find(([{ on }]) => on === "meaning")?.[0];

/**
 * Reads one outcome. @param at the path of its members, such as `sequence[1].`
 * @throws PlanError for members that are wrong, or make no sense together
 */
export function readOutcome(
  input: OutcomeInput,
  { where, force, at = "" }: { where: FaultPhase | undefined; force: boolean; at?: string },
): FaultOutcome {
  const parts = partsOf(input);
  const given = parts.map(([{ name }]) => name);
  const fail = (message: string, member: string) => new PlanError(message, at + member);
  const written: OutcomeDraft = { input, given, where, force, fail };
  if (where === "delivery") requireOfDeliveries(written, parts);
  else requirePlace(written, parts);
  for (const [kind, value] of parts) kind.makesSense?.(value, written);
  if (where !== "delivery") requireAnswer(written, parts);
  const beside = kinds.filter(
    ({ name, beside: names = [] }) =>
      !given.includes(name) && names.some((each) => given.includes(each)),
  );
  const all = [...parts, ...beside.map((kind) => [kind, undefined] as const)];
  return Object.fromEntries(
    all.flatMap(([kind, value]) => {
      const read = kind.read === undefined ? value : kind.read(value, written);
      return read === undefined ? [] : [[kind.name, read]];
    }),
  );
}

/** What can happen to a delivery: first what happens to nothing else. */
const ofDeliveries = [
  ...kinds.filter(({ on }) => on === "delivery"),
  ...kinds.filter((kind) => kind.ofDeliveries),
].map(({ name }) => name);

function requireOfDeliveries({ given, fail }: OutcomeDraft, parts: Parts): void {
  const odd = given.find((name) => !ofDeliveries.includes(name));
  if (odd !== undefined)
    throw fail(`is about responses: a delivery takes ${ofDeliveries.join(", ")}`, odd);
  if (parts.length > 0) return;
  throw fail("a fault needs something to do: drop, delay, duplicate, …", "drop");
}

function requirePlace(written: OutcomeDraft, parts: Parts): void {
  const { where, fail } = written;
  if (parts.length === 0)
    throw fail("a fault needs something to do: a status, a delay, a connection, …", "status");
  const odd = parts.find(([{ on }]) => on === "delivery")?.[0].name;
  if (odd !== undefined) throw fail(`only deliveries take ${odd}: ${insteadOfRequests}`, odd);
  const meaning = parts.find(([{ on }]) => on === "meaning")?.[0].name;
  if (meaning === undefined) return;
  requireAlone(meaning, written, `${meaning} goes with no`);
  if (where !== "within") throw fail(`${meaning} says itself when: leave out where`, "where");
}

const bodiless = [204, 205, 304];

function requireAnswer({ input: { status = 0 }, where, fail }: OutcomeDraft, parts: Parts): void {
  if (where === "before" && needsAnswer(parts))
    throw fail("before anything is done there is no response: give a status, or after", "where");
  const [ofBody] = parts.find(([kind]) => kind.ofBody) ?? [];
  if (ofBody && bodiless.includes(status)) throw fail(`a ${status} has no body`, ofBody.name);
}

/** Where an outcome can act alone, if its author says nothing. */
export function placeOf(outcome: OutcomeInput): FaultPhase {
  if (meaningOf(outcome) !== undefined) return "within";
  return needsAnswer(partsOf(outcome)) ? "after" : "before";
}

const isOwn = (parts: Parts): boolean => parts.some(([{ answer }]) => answer !== undefined);

/** Whether an outcome has a meaning only once there is an answer of the service to spoil. */
const needsAnswer = (parts: Parts): boolean =>
  !isOwn(parts) &&
  parts.some(
    ([kind, value]) => kind.needsAnswer?.(value) ?? kind.ofBody ?? kind.dress !== undefined,
  );

/** Whether an outcome waits for an answer that has a body. */
export function waitsForBody(outcome: FaultOutcome): boolean {
  const parts = partsOf(outcome);
  return outcome.body === undefined && !isOwn(parts) && parts.some(([{ ofBody }]) => ofBody);
}

/** Why an operation cannot meet an outcome: of which member, in words for it, and for several. */
type WhyNot = { readonly member: string; readonly text: string; readonly ofAll: string };

const withoutBody = {
  text: "responds without a body: there is none to corrupt",
  ofAll: "these operations respond without a body",
};

/** Why no answer of an operation can meet an outcome; undefined: some can. */
export function whyNot(
  outcome: FaultOutcome,
  row: (Row & { readonly success: readonly Success[] }) | undefined,
  area?: string,
): WhyNot | undefined {
  const parts = partsOf(outcome);
  const spoils = outcome.body === undefined && !isOwn(parts);
  for (const [kind, value] of parts) {
    const lacks = spoils && row && (kind.needsBody?.(value) ?? kind.ofBody) && answersNothing(row);
    if (lacks) return { member: kind.name, ...withoutBody };
    const text = kind.whyNot?.(row, area);
    if (text === undefined) continue;
    return { member: kind.name, text, ofAll: `each of these operations ${text}` };
  }
  return undefined;
}

export const isIntact = (outcome: FaultOutcome): boolean =>
  partsOf(outcome).every(([kind, value]) => kind.intact?.(value));

/** What a fault did to a request, in the words of its author. */
export const injectedBy = (outcome: FaultOutcome): Injected[] =>
  partsOf(outcome).flatMap(([kind, value]) =>
    kind.leaves === undefined || kind.name === "delay"
      ? []
      : [(kind.injected?.(value) ?? kind.name) as Injected],
  );

export const pastMsOf = (outcome: FaultOutcome): number =>
  Math.max(0, ...partsOf(outcome).map(([kind, value]) => kind.pastMs?.(value) ?? 0));
