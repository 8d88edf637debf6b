const { timeOrigin } = performance;
const [dateNow, steadyNow] = [Date.now, performance.now.bind(performance)];

/** What the machine says of the time: it is read here and nowhere else. */
export const machine = {
  /** Milliseconds since 1970 that never go back, and stand while the machine sleeps. */
  now: (): number => performance.timeOrigin + performance.now(),
  /** How far the machine's date is ahead of its steady time, in milliseconds: it slept, or its date was set. */
  aheadMs: (): number => dateNow() - timeOrigin - steadyNow(),
};

/** By how much the machine's date may be ahead or behind, in milliseconds: time servers move it a little. */
const noticedMs = 2000;

/** How long after a sleep others may still say what time it was before: Node keeps the `Date` header for a second. */
const staleMs = 1000;

const sleepsMax = 100;

/** A sleep that ended at this instant, by the machine's time. */
export type Sleep = { readonly at: number; readonly ms: number };

/** What has to know of a sleep, since something is due there. */
export interface Sleeper {
  /** In how many milliseconds the first is due; undefined: none comes by itself. */
  dueInMs(): number | undefined;
  catchUp(): void;
}

/** The machine's time, which never goes back. After a sleep it follows the date once somebody asks. */
export class MachineTime {
  readonly #source: typeof machine;
  /** By how much it has followed the date. */
  #followedMs: number;
  /** How far it is ahead of the machine's date, which was set back, in milliseconds; 0: it was not. */
  aheadOfDateMs = 0;
  readonly sleeps: Sleep[] = [];
  #isFollowing = false;
  readonly sleepers = new Set<Sleeper>();
  #told: (ms: number) => void = () => {};

  constructor(source = machine) {
    this.#source = source;
    const aheadMs = source.aheadMs();
    this.#followedMs = Math.abs(aheadMs) > noticedMs ? aheadMs : 0;
  }

  now(): number {
    return this.#source.now() + this.#followedMs;
  }

  /** Whether a `Date` header that Node writes says the same. */
  get isAsDated(): boolean {
    const last = this.sleeps.at(-1);
    return this.aheadOfDateMs === 0 && (last === undefined || this.now() > last.at + staleMs);
  }

  /** Has it told by how many milliseconds the time has moved on, once what became due is done. */
  onSlept(told: (ms: number) => void): void {
    this.#told = told;
  }

  /** Goes on to the machine's date, and does what became due meanwhile, each at its instant. */
  follow(): void {
    const sleptMs = this.#source.aheadMs() - this.#followedMs;
    this.aheadOfDateMs = sleptMs < -noticedMs ? -sleptMs : 0;
    if (sleptMs <= noticedMs || this.#isFollowing) return;
    this.#isFollowing = true;
    try {
      for (let leftMs = sleptMs; leftMs > 0;) {
        const waitsMs = [...this.sleepers].map((each) => each.dueInMs() ?? Infinity);
        const stepMs = Math.min(leftMs, ...waitsMs);
        this.#followedMs += stepMs;
        leftMs -= stepMs;
        for (const each of new Set(this.sleepers)) each.catchUp();
      }
    } finally {
      this.#isFollowing = false;
    }
    this.sleeps.push({ at: this.now(), ms: sleptMs });
    if (this.sleeps.length > sleepsMax) this.sleeps.shift();
    this.#told(sleptMs);
  }
}
