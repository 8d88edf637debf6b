import type { Observation } from "./observation.ts";
import type { TimelineRequest } from "./result-shape.ts";

/** How many requests of a run are kept. */
const momentsMax = 60;
const lettersMax = 200;

/** How many of the last requests are as near to what went wrong as those at a fault. */
const endMax = 3;

/** Of many requests those that are nearest to a fault, or to the end, in their order. */
export function aroundFaults<T extends { readonly injected: readonly string[] }>(
  requests: readonly T[],
  most: number,
): T[] {
  if (requests.length <= most) return [...requests];
  const faulty = requests.flatMap(({ injected }, index) => (injected.length > 0 ? index : []));
  const last = requests.length - endMax;
  const distance = (index: number): number =>
    Math.min(Math.max(0, last - index), ...faulty.map((at) => Math.abs(at - index)));
  const near = [...requests.keys()].toSorted((a, b) => distance(a) - distance(b)).slice(0, most);
  const kept = new Set(near);
  return requests.filter((_, index) => kept.has(index));
}

/** The requests of a run: those around its faults and the last ones, if there are many. */
export function timelineOf({ attempts }: Pick<Observation, "attempts">): TimelineRequest[] {
  const [first] = attempts;
  const places = new Map(attempts.map((each, index) => [each, index]));
  let next = 0;
  return aroundFaults(attempts, momentsMax).map((each) => {
    const place = places.get(each) ?? next;
    const before = place - next;
    next = place + 1;
    return {
      before,
      at: Math.round(each.at - (first?.at ?? each.at)),
      operation: each.operation,
      method: each.method,
      target:
        each.target.length > lettersMax ? `${each.target.slice(0, lettersMax)}…` : each.target,
      status: each.outcome === "lost" ? null : each.status,
      retryAfterMs: each.retryAfterMs === undefined ? null : Math.round(each.retryAfterMs),
      injected: each.injected,
    };
  });
}
