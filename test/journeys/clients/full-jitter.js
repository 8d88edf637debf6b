import { elapsed, heeding, retrying, work } from "./workload.js";

/**
 * The model: exponential with full jitter, no sooner than Retry-After; it reads what is left of the
 * budget and waits for the next window when that is little.
 */
const ask = retrying({ wait: heeding });

await work(async (request) => {
  const answer = await ask(request);
  const { "ratelimit-remaining": left, "ratelimit-limit": limit } = answer?.headers ?? {};
  const isLow = Number(left) <= 0.25 * Number.parseInt(limit, 10);
  if (isLow) await elapsed(Number(answer?.headers["ratelimit-reset"]) * 1000);
  return answer;
});
