import { jsonIn } from "../../jsonapi/json.ts";
import { Refusal, invalid } from "../../jsonapi/refusal.ts";
import { Dice } from "../../world/dice.ts";
import { Fault } from "../../world/faults/fault.ts";
import type { Act, Occasion } from "../../world/faults/faults.ts";
import { PlanError } from "../../world/faults/kind.ts";
import { kinds } from "../../world/faults/kinds.ts";
import { isIntact } from "../../world/faults/outcome.ts";
import { parseFault } from "../../world/faults/plan.ts";
import type { Exchange } from "../exchange.ts";
import { type Reply, header } from "../incoming.ts";
import { endpointOf } from "../limit.ts";
import { Planned, type Stage } from "../stage.ts";
import { rowOf, subjectOf } from "../subject.ts";
import { unanswered } from "./close.ts";
import { inject } from "./inject.ts";

/** Lets the planned faults act, before anything has happened. */
export const plan: Stage = (exchange) => {
  const own = faultOfHeader(exchange);
  if (own instanceof Refusal) return own;
  exchange.ownFault = own;
  const act = actOf(exchange, { where: "before", hasBody: true });
  return act === undefined ? exchange : delayed(exchange, act, () => begin(exchange, act));
};

function begin(exchange: Exchange, act: Act): Planned | Exchange {
  const { step } = act;
  if (step === undefined) return exchange;
  if (step.limit === undefined) return new Planned(act);
  // The stage that follows finds the window full, and refuses as it always does.
  const { credentials, app, now } = exchange;
  if ("account" in credentials) {
    const limits = credentials.account.limiting.of(app);
    limits.fill(endpointOf(exchange), step.limit, now);
  }
  return exchange;
}

/** Asks the plan again once the state is changed: a fault may lose, cut or spoil the answer of a success. */
export function planAgain(exchange: Exchange, answer: Reply): Reply | Promise<Reply> {
  const act = actOf(exchange, { where: "after", hasBody: answer.body.length > 0 });
  if (act === undefined) return answer;
  if (act.step !== undefined && !isIntact(act.step)) exchange.lostStatus = answer.status;
  return delayed(exchange, act, () => inject(exchange, act, answer));
}

type Asked = Pick<Occasion, "where" | "hasBody" | "matters">;

/** What the faults do here; remembered in the exchange. */
export function actOf(exchange: Exchange, of: Asked): Act | undefined {
  const { world, clock, ownFault } = exchange;
  const { where } = of;
  const subject = () => subjectOf(exchange);
  if (ownFault === undefined && !world.faults.mayAct(where, rowOf(exchange)?.id ?? null, subject))
    return undefined;
  const now = clock.now();
  const planned = clock === world.clock ? now : world.plannedNow(clock);
  const occasion = { now, planned, clock, windowMs: leftOfMinute(now), ...of };
  const act = world.faults.act(subject(), occasion, ownFault);
  if (act !== undefined) exchange.acts = [...exchange.acts, act];
  return act;
}

const leftOfMinute = (now: number): number => 60_000 - (now % 60_000);

/** Waits, unless there is nothing to wait for; meanwhile the client may go away. */
export function delayed<T>(exchange: Exchange, { delayMs }: Act, then: () => T): T | Promise<T> {
  if (delayMs === 0) return then();
  const { world, incoming, arrivedReal } = exchange;
  const forget = world.journal.expect(unanswered(exchange));
  const letGo = exchange.clock.time.holdBack(incoming.peer?.remotePort);
  const leave = () => {
    const { clock } = exchange;
    letGo();
    clock.time.machine.follow();
    exchange.left ??= { real: Math.max(arrivedReal, clock.realNow()), world: clock.now() };
  };
  incoming.peer?.once("close", leave);
  return new Promise((resolve, reject) => {
    exchange.clock.after(delayMs, () => {
      forget();
      letGo();
      incoming.peer?.off("close", leave);
      // An account may have been given another clock meanwhile.
      if ("account" in exchange.credentials) exchange.clock = exchange.credentials.account.clock;
      exchange.now = exchange.clock.now();
      try {
        resolve(then());
      } catch (error) {
        reject(error as Error);
      }
    });
  });
}

/** What a fault for one request can have no use for. */
const forOthers =
  "operation area method path delivery match skip times every between ttl sequence hold";

/** The fault that a request asks for itself, with `x-emulator-fault-plan` (design, "Faults"). */
function faultOfHeader(exchange: Exchange): Fault | Refusal | undefined {
  const { incoming, world, api, clock, id } = exchange;
  const text = header(incoming, "x-emulator-fault-plan");
  if (text === undefined) return undefined;
  if (!world.settings.allowHeaderFaults) {
    const hint = "faults by header are off: start with --allow-header-faults";
    return refusal("Faults by header are off.", hint);
  }
  try {
    const own = { operation: "*", ...readObject(text) };
    const plan = parseFault(own, api.targets, clock.now());
    return new Fault("header", plan, Dice.from(world.settings.seed, `faults/${id}`));
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    const near = error.nearest === undefined ? "" : `; did you mean ${error.nearest}?`;
    return refusal(`${error.path || "the fault"}: ${error.message}${near}`);
  }
}

function readObject(text: string): object {
  const value = jsonIn(text);
  if (value === undefined) throw new PlanError('expected JSON, such as {"status":503}', "");
  if (typeof value !== "object" || value === null) throw new PlanError("a fault is an object", "");
  const other = forOthers.split(" ").find((name) => Object.hasOwn(value, name));
  if (other !== undefined) throw new PlanError("a header's fault is for its own request", other);
  const late = kinds.find(({ name, pastMs }) => pastMs && Object.hasOwn(value, name));
  if (late !== undefined)
    throw new PlanError("what there was is kept from planning on: plan it before", late.name);
  return value;
}

const refusal = (detail: string, hint?: string): Refusal =>
  invalid("/data/", `x-emulator-fault-plan: ${detail}`, hint);
