import timers from "node:timers";

const real = { ...timers.promises };
const realWait = timers.promises.scheduler.wait;

type Options = { readonly ref?: boolean; readonly signal?: AbortSignal };

/** Rejects as Node does, with the error that it makes of an abort. */
const aborted = (signal: AbortSignal): Promise<never> =>
  real.setTimeout(0, undefined, { signal }) as Promise<never>;

/** Whether options are none that Node would refuse, or end at once by. */
const isUsual = (options: unknown): options is Options => {
  if (typeof options !== "object" || options === null) return false;
  const { ref = true, signal } = options as Options;
  if (typeof ref !== "boolean") return false;
  return signal === undefined || (signal instanceof AbortSignal && !signal.aborted);
};

export function replacePromises(): void {
  Object.assign(timers.promises, { setTimeout: wait, setInterval: every });
  timers.promises.scheduler.wait = (ms: number, options?: Options) =>
    options === undefined || isUsual(options)
      ? wait(ms, undefined, options)
      : realWait.call(timers.promises.scheduler, ms, options);
  const realTimeout = AbortSignal.timeout;
  AbortSignal.timeout = function timeout(ms: number): AbortSignal {
    // What is no time is refused as it always was.
    if (!Number.isInteger(ms) || ms < 0 || ms > 0xffffffff) {
      return realTimeout.call(AbortSignal, ms);
    }
    const ending = new AbortController();
    const why = "The operation was aborted due to timeout";
    timers.setTimeout(() => ending.abort(new DOMException(why, "TimeoutError")), ms).unref();
    return ending.signal;
  };
}

function wait<T>(ms?: number, value?: T, options: Options = {}): Promise<T> {
  if (!isUsual(options)) return real.setTimeout(ms, value as T, options) as Promise<T>;
  const { ref = true, signal } = options;
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      void aborted(signal as AbortSignal).catch(reject);
    };
    const timer = timers.setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve(value as T);
    }, ms);
    if (!ref) timer.unref();
    signal?.addEventListener("abort", stop, { once: true });
  });
}

async function* every<T>(ms?: number, value?: T, options: Options = {}): AsyncGenerator<T> {
  if (!isUsual(options)) {
    yield* real.setInterval(ms, value as T, options) as AsyncIterable<T>;
    return;
  }
  const { ref = true, signal } = options;
  let due = 0;
  let wake = () => {};
  const timer = timers.setInterval(() => {
    due += 1;
    wake();
  }, ms);
  if (!ref) timer.unref();
  const stop = () => wake();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      if (signal?.aborted) await aborted(signal);
      if (due === 0) await new Promise<void>((resolve) => (wake = resolve));
      for (; due > 0; due -= 1) yield value as T;
    }
  } finally {
    clearInterval(timer);
    signal?.removeEventListener("abort", stop);
  }
}
