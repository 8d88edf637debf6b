import { createEmulator, type Emulator } from "../../../src/index.ts";
import type { ReportCard } from "../../../src/report/card-shape.ts";
import type { Reference } from "../../../src/report/reference.ts";
import { Dice } from "../../../src/world/dice.ts";
import { Client, type Wish } from "./client.ts";
import type { Plan, Sent } from "./log.ts";
import type { Policy } from "./policy.ts";
import { insteadOfReal, passing, realTime, type Time, VirtualTime } from "./time.ts";

/** All that is told of a run before it begins. */
export interface Setting {
  readonly seed: number;
  readonly policy: Policy;
  /** What each of the workers does, one after the other: a wish, or a pause in milliseconds. */
  readonly work: readonly (readonly (Wish | number)[])[];
  /** How fast the emulator's clock goes; `frozen`: it is advanced. */
  readonly clock: "frozen" | number;
  readonly rateLimits: string;
  readonly credentials: "key" | "token";
  /** Whether the time is the machine's. */
  readonly isReal?: boolean;
  readonly socket?: boolean;
  /** The fault for a request. */
  readonly planOf: (sent: Sent, dice: Dice) => Plan | undefined;
  /** What happens to everybody, and when. */
  readonly events?: readonly { readonly at: number; readonly act: (emulator: Emulator) => void }[];
  /** How many tokens are refused from when on. */
  readonly expired?: { readonly at: number; readonly tokens: number };
  /** When it ends before it is done: somebody kills it, or it exits whatever it is about. */
  readonly ends?: { readonly at: number; readonly by: "kill" | "exit" };
  /** Whether it is run without faults first, so that its calls are known by difference. */
  readonly compares?: boolean;
}

/** What came of a run. */
export interface Happened {
  readonly log: readonly Sent[];
  readonly card: ReportCard;
}

/** Lets a client work for an emulator that knows nothing of it. */
export async function happened(setting: Setting): Promise<Happened> {
  if (setting.isReal === true) return live(setting, realTime);
  const time = new VirtualTime();
  return insteadOfReal(time, () => live(setting, time));
}

async function live(setting: Setting, time: Time): Promise<Happened> {
  const mistakes: unknown[] = [];
  const reference = setting.compares === true ? await compared(setting, time) : undefined;
  await using emulator = await begun(setting, (error) => mistakes.push(error));
  const { log, wasKilled } = await worked(setting, emulator, time);
  const card = await emulator.report({
    ...(wasKilled && { running: true }),
    ...(reference && { reference }),
  });
  if (mistakes.length > 0) throw mistakes[0];
  return { log, card };
}

/** What the same client asks of an emulator like this one, where nothing happens to it. */
async function compared(setting: Setting, time: Time): Promise<Reference> {
  const { expired: _, ends: __, ...rest } = setting;
  const quiet: Setting = { ...rest, planOf: () => undefined, events: [] };
  await using emulator = await begun(quiet, (error) => {
    throw error;
  });
  return await emulator.reference(() => worked(quiet, emulator, time));
}

async function begun(
  { clock, rateLimits, seed, socket }: Setting,
  onError: (error: unknown) => void,
): Promise<Emulator> {
  const emulator = await createEmulator({
    fixtures: ["test/report/proof/account.yaml"],
    frozenAt: "2026-07-20T12:00:00Z",
    rateLimits,
    allowHeaderFaults: true,
    seed,
    onError,
    ...(socket === true && { port: 0 }),
  });
  if (clock !== "frozen") emulator.clock.accelerate(clock);
  return emulator;
}

/** What a client noted, and whether it was killed before it was done. */
interface Worked {
  readonly log: readonly Sent[];
  readonly wasKilled: boolean;
}

/** Lets a client do its work. */
async function worked(setting: Setting, emulator: Emulator, time: Time): Promise<Worked> {
  const { policy, work, clock, seed, ends } = setting;
  const begunAt = time.now();
  let isOver = false;
  const refusedPlans: string[] = [];
  const now = () => time.now() - begunAt;
  const send = sender(setting, emulator, time, { isOver: () => isOver, now, refusedPlans });
  const around = {
    now,
    timer: (ms: number, run: () => void) => time.timer(ms, run),
    sleep: (ms: number) => new Promise<void>((resolve) => void time.timer(ms, resolve)),
    send,
  };
  const client = new Client(
    policy,
    around,
    Dice.from(seed, "client"),
    credentialsOf(setting, emulator),
  );
  for (const { at, act } of setting.events ?? []) {
    time.timer(at, () => {
      if (!isOver) act(emulator);
    });
  }
  const working = Promise.all(
    work.map(async (wishes) => {
      for (const wish of wishes) {
        await (typeof wish === "number" ? around.sleep(wish) : client.call(wish));
      }
    }),
  );
  let done = false;
  void working.then(() => (done = true));
  if (time instanceof VirtualTime) {
    const pass = passing(emulator, clock === "frozen");
    const end = begunAt + (ends?.at ?? Number.POSITIVE_INFINITY);
    await time.run(end, pass);
    // On a busy machine what runs beside the loop (imports, ciphers) may take longer than it seems to.
    for (let tries = 0; tries < 1000; tries += 1) {
      if (done || ends !== undefined) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
      await time.run(end, pass);
    }
    if (!done && ends === undefined) throw new Error(`seed ${seed}: the client waits for nothing`);
  } else await working;
  isOver = true;
  if (refusedPlans.length > 0) throw new Error(refusedPlans[0]);
  const wasKilled = !done && ends?.by === "kill";
  if (!wasKilled) client.exit();
  // What the network does later, nobody is there to note.
  return { log: structuredClone(client.log), wasKilled };
}

function credentialsOf({ credentials }: Setting, { keys, tokens }: Emulator) {
  if (credentials === "key") {
    return { authorization: `Service-API-Key ${keys["full"]}`, refreshToken: undefined };
  }
  const { access_token, refresh_token } = tokens.create();
  return { authorization: `Bearer ${access_token}`, refreshToken: refresh_token };
}

/** The network between both: it makes requests ask for their faults, and notes what they did. */
function sender(
  setting: Setting,
  emulator: Emulator,
  time: Time,
  {
    isOver,
    now,
    refusedPlans,
  }: {
    readonly isOver: () => boolean;
    readonly now: () => number;
    readonly refusedPlans: string[];
  },
) {
  const { expired, clock, planOf, socket } = setting;
  const dice = Dice.from(setting.seed, "faults");
  const refused: string[] = [];
  const isRefused = ({ credential, operation }: Sent): boolean => {
    if (expired === undefined || operation === "oauth_token" || now() < expired.at) return false;
    if (!refused.includes(credential) && refused.length < expired.tokens) refused.push(credential);
    return refused.includes(credential);
  };
  return async (sent: Sent, path: string, init: RequestInit): Promise<Response> => {
    if (isOver()) return new Promise<never>(() => {});
    const plan = isRefused(sent)
      ? { status: 401 }
      : sent.operation === "oauth_token"
        ? undefined
        : planOf(sent, dice);
    const virtual = time instanceof VirtualTime ? time : undefined;
    const takesTime = plan?.delay !== undefined || plan?.connection === "hang";
    if (plan !== undefined) sent.plan = plan;
    sent.second = Math.floor(emulator.clock.now().ms / 1000);
    const pace = clock === "frozen" ? 1 : clock;
    const headers = {
      ...(init.headers as Record<string, string>),
      ...(plan !== undefined && { "x-emulator-fault-plan": JSON.stringify(inWords(plan, pace)) }),
    };
    let isSettled = false;
    // A clock that runs looks what is due when it is touched; it may be a little behind.
    const wake = (ms: number): void => {
      virtual?.timer(ms, () => {
        if (isSettled) return;
        emulator.clock.advance("0s");
        wake(5);
      });
    };
    if (plan?.delay !== undefined) wake(plan.delay);
    if (virtual !== undefined && !takesTime) virtual.busy += 1;
    const ask = socket === true ? fetch : emulator.fetch;
    try {
      const response = await ask(`${emulator.url}${path}`, { ...init, headers });
      const body = await response.arrayBuffer();
      const text = new TextDecoder().decode(body);
      if (text.includes("x-emulator-fault-plan")) refusedPlans.push(text);
      const isBare = response.status === 204 || body.byteLength === 0;
      return new Response(isBare ? null : body, {
        status: response.status,
        headers: response.headers,
      });
    } finally {
      isSettled = true;
      if (virtual !== undefined && !takesTime) virtual.busy -= 1;
    }
  };
}

/** A plan in the emulator's own words: those of a service that answers what it usually does not, too. */
const inWords = ({ delay, status, retryAfter, ...plan }: Plan, pace: number) => ({
  ...plan,
  ...(delay !== undefined && { delay: `${delay * pace}ms` }),
  ...(status !== undefined && { status, force: true }),
  ...(retryAfter !== undefined && { retryAfter }),
});

/** Notes of each request for an event whether it made one: the faults of the run say so. */
export function noteCreated(log: readonly Sent[]): void {
  const there = new Set<string>();
  for (const sent of log) {
    if (sent.operation !== "create_event") continue;
    const { saw, status, plan } = sent;
    const isLost = plan?.where === "after" && (saw !== "answer" || status === plan.status);
    const email = /p\d@example/.exec(sent.request)?.[0];
    const key = sent.name === "unique_id" ? String(sent.call) : `${email} ${sent.second}`;
    sent.created = ((saw === "answer" && status === 202) || isLost) && !there.has(key);
    if (sent.created) there.add(key);
  }
}
