import { livesIn } from "../../contract/revisions.ts";
import type { Emulation } from "../../emulation/emulation.ts";
import { partsOf, whyNot } from "../../world/faults/outcome.ts";
import type { Plan, Step } from "../../world/faults/plan.ts";
import type { FaultInput } from "../../world/faults/types.ts";
import type { World } from "../../world/world.ts";
import { type FaultRow, like, rowsOf, whyNoCall, whyNoRow } from "./rows.ts";

/** Why no request can meet a fault, as things stand; undefined: some can. */
export function whyNever(emulation: Emulation, fault: FaultInput, plan: Plan): string | undefined {
  const { world, api } = emulation;
  if (plan.where === "delivery") {
    const found = whyNothing(plan) ?? whyNotInTime(world, fault, plan);
    if (found !== undefined) return `${found}: ${never}`;
    const nothing = whyNobody(world, fault) ?? whyNoCall(world, fault);
    if (nothing !== undefined) return `${nothing}: until there is, this fault does not act`;
    const hidden = whyHidden(world, plan);
    return hidden && `${hidden}: ${never}`;
  }
  const rows = rowsOf(api, fault);
  if (rows.length === 0) return `${whyNoRow(api, fault)}: ${withoutRow(fault, plan)}`;
  const nobody = whyNobody(world, fault);
  if (nobody !== undefined) return `${nobody}: until there is, this fault does not act`;
  const found =
    whyNothing(plan) ??
    whyNotInTime(world, fault, plan) ??
    whyNotThere(rows, fault) ??
    whyNoRevision(world, fault) ??
    whyNoSuccess(world, rows, fault, plan) ??
    whyNotMeant(rows, plan) ??
    whyHidden(world, plan);
  return found && `${found}: ${never}`;
}

const never = "this fault never acts";

/** A path that there is not, or not with this method, is refused: before that, a fault acts. */
function withoutRow({ operation = "*", area, path }: FaultInput, { where }: Plan): string {
  const isMet = operation === "*" && area === undefined && path !== undefined && where === "before";
  return isMet ? "only requests that the service refuses meet this fault" : never;
}

const givenBy = ({ steps }: Plan): Step[] => steps.filter((step) => step !== "pass");

const whyNothing = (plan: Plan): string | undefined =>
  givenBy(plan).length === 0 ? "every step of the sequence is pass" : undefined;

function whyNotInTime({ clock }: World, { ttl }: FaultInput, plan: Plan): string | undefined {
  if (plan.until <= clock.now()) return "between is over already";
  return plan.from >= plan.until ? `its ttl of ${ttl} is over before between begins` : undefined;
}

function whyNobody(world: World, { match = {} }: FaultInput): string | undefined {
  const { account: id, key, app } = match;
  const accounts = [...world.everyAccount()];
  const asked = id === undefined ? accounts : accounts.filter((account) => account.id === id);
  const ids = accounts.map((account) => account.id);
  if (asked.length === 0) return `no account has the id ${id}${like(id, ids)}`;
  const keys = asked.flatMap((account) => account.keys.map(({ name }) => name));
  if (key !== undefined && !keys.includes(key))
    return `no key has the name ${key}${like(key, keys)}`;
  const apps = world.grants.apps().map(({ clientId }) => clientId);
  if (app === undefined || apps.includes(app)) return undefined;
  return `no app has the client id ${app}${like(app, apps)}`;
}

/** What is asked of requests that they never have on these rows. */
function whyNotThere(rows: readonly FaultRow[], { match = {} }: FaultInput): string | undefined {
  const { key, app, body, email, profileId } = match;
  const all = (holds: (row: FaultRow) => boolean) => rows.every(holds);
  if (key !== undefined && app !== undefined) return "a request has a key or an app, never both";
  if ((key ?? app) !== undefined && all(({ family }) => family === "client"))
    return "a request to /client has no key and no app";
  if (key !== undefined && all(({ area }) => area === "oauth"))
    return "a request of OAuth has no key";
  if (body !== undefined && all(hasNoBody)) return "these requests have no body";
  if ((email ?? profileId) !== undefined && !rows.some(namesProfiles))
    return "these requests name no profile";
  return undefined;
}

const hasNoBody = ({ method, body }: FaultRow): boolean =>
  method === "GET" || (method === "DELETE" && body === undefined);

/** Whether a request may say which profile it is about: by path, body or filter. */
function namesProfiles(row: FaultRow): boolean {
  if (row.area === "oauth") return false;
  const filters = row.abilities?.filter.map(({ name }) => name) ?? [];
  const isFiltered = filters.includes("email") || filters.includes("profile_id");
  return isFiltered || row.resource === "profile" || !hasNoBody(row);
}

/** A revision that no request gets, since there is none or another serves in its place. */
function whyNoRevision({ revisions, clock }: World, { match = {} }: FaultInput) {
  const { revision } = match;
  if (revision === undefined) return undefined;
  if (!revisions.has(revision))
    return `there is no revision ${revision} (the newest is ${revisions.newest})`;
  const found = revisions.latestAt(revision);
  const serving = found && revisions.serving(found, clock.now());
  return serving?.revision === revision ? undefined : `revision ${revision} is retired`;
}

/** What acts after acts on successes, which some requests never have. */
function whyNoSuccess(world: World, rows: FaultRow[], { match = {} }: FaultInput, { where }: Plan) {
  if (where === "before") return undefined;
  const name = rows.length === 1 ? `${rows[0]?.id}` : "none of these operations";
  const not = rows.length === 1 ? "is not" : "is";
  const after = `and ${where === "after" ? "after" : "this fault"} acts on successes only`;
  const { revision, key, account } = match;
  const base = revision === undefined ? undefined : world.revisions.latestAt(revision)?.base;
  const living = rows.filter((row) => base === undefined || livesIn(row, base));
  if (living.length === 0) return `${name} ${not} in revision ${revision}, ${after}`;
  const keys = [...world.everyAccount()]
    .filter((each) => account === undefined || each.id === account)
    .flatMap((each) => each.keys.filter((one) => one.name === key));
  const isAllowed = ({ scopes }: FaultRow) =>
    keys.some((one) => scopes?.some((list) => list.every((scope) => one.scopes.has(scope))));
  if (key === undefined || living.some(isAllowed)) return undefined;
  return `the key ${key} lacks the scopes, ${after}`;
}

function whyNotMeant(rows: readonly FaultRow[], plan: Plan): string | undefined {
  const whyNone = (step: Step) => {
    const found = rows.map((row) => whyNot(step, row));
    return found.every((why) => why !== undefined) ? found[0]?.ofAll : undefined;
  };
  const whys = givenBy(plan).map(whyNone);
  return whys.every((why) => why !== undefined) ? whys[0] : undefined;
}

/** An older fault that gives the outcome of all the same requests, for ever. */
function whyHidden({ faults, clock }: World, plan: Plan): string | undefined {
  if (!givenBy(plan).every(endsIt)) return undefined;
  const plans = faults.plans();
  const index = plans.slice(0, plans.indexOf(plan)).findIndex((older) => covers(older, plan));
  const older = faults.list(clock.now())[index]?.id;
  const what = plan.where === "delivery" ? "deliveries" : "requests";
  return older && `${older} always acts on these ${what} first`;
}

function covers(other: Plan, plan: Plan): boolean {
  const { times, until, every, skip } = other;
  const isEndless = times === Infinity && until === Infinity && every === 1 && skip === 0;
  if (!isEndless || other.probability < 1 || other.where !== plan.where) return false;
  if (!other.steps.every((step) => step !== "pass" && endsIt(step))) return false;
  const mine = chosenBy(plan.written);
  const theirs = chosenBy(other.written);
  return theirs === mine || theirs === chosenBy({ operation: "*" });
}

const endsIt = (step: Step): boolean =>
  partsOf(step).some(([{ ends, answer }]) => ends ?? answer !== undefined);

const chosenBy = ({ operation, area, method, path, delivery, match }: FaultInput): string =>
  JSON.stringify([operation, area, method, path, delivery, match]);

/** What its author may not have thought of: that a fault never acts, or how often, or not as things stand. */
export function warningsOf(emulation: Emulation, fault: FaultInput, plan: Plan): string[] {
  const why = whyNever(emulation, fault, plan);
  return [...(why ? [why] : howOften(fault)), ...asThingsStand(emulation.world, plan)];
}

/** How often a fault acts of which its author has said when, but not how often. */
function howOften({ times, every = 1, probability = 1, between, delivery }: FaultInput): string[] {
  const what = delivery === undefined ? "requests" : "deliveries";
  if (times !== undefined) return [];
  const when = [
    ...(every > 1 ? [`on match ${every} of the ${what}`] : []),
    ...(probability < 1
      ? [`on the first match that is drawn with probability ${probability}`]
      : []),
    ...(between === undefined ? [] : [`between ${between.join(" and ")}`]),
  ];
  if (when.length === 0) return [];
  return [`acts once, ${when.join(", ")}: give times a number, or always, to act more often`];
}

/** What is planned, and will not happen as things stand. */
function asThingsStand(world: World, plan: Plan): string[] {
  // Of the only account that it is for, if there is one.
  const { clock, limiting } = world.account(plan.written.match?.account ?? "") ?? world;
  const steps = givenBy(plan);
  const takesTime = (step: Step) => partsOf(step).some(([kind]) => kind.takesTime);
  const waits = steps.some((step) => step.holds || takesTime(step));
  const timed = Number.isFinite(plan.from) || Number.isFinite(plan.until);
  return [
    ...(clock.mode === "frozen" && (waits || timed)
      ? ["the clock is frozen: what takes time here waits until it is advanced"]
      : []),
    ...(limiting.mode === "off" && steps.some(({ limit }) => limit !== undefined)
      ? ["rate limits are off: a full window rejects no request"]
      : []),
  ];
}
