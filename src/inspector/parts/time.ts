/** World time as a clock shows it, in UTC: `14:32:07`, or with milliseconds. */
export const clockTime = (ms: number, withMs = false): string =>
  new Date(ms).toISOString().slice(11, withMs ? 23 : 19);

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** `21 Nov 2026`. */
export function day(ms: number): string {
  const date = new Date(ms);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

export const dayTime = (ms: number): string => `${day(ms)} ${clockTime(ms)}`;

/** An instant as it is seen from another: without its day where that is the same. */
export const instant = (ms: number, now: number): string =>
  `${day(ms) === day(now) ? "" : `${day(ms)} `}${clockTime(ms, true)}`;

const units = [
  [86_400_000, "d", 3_600_000, "h"],
  [3_600_000, "h", 60_000, "min"],
  [60_000, "min", 1000, "s"],
] as const;

/** How long there is left, with as many digits from one moment to the next. */
export const left = (ms: number): string =>
  ms >= 0 && ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : span(ms);

/** A length of time: `0.4 s`, `12 s`, `9 h 27 min`. */
export function span(ms: number): string {
  if (ms < 0) return `-${span(-ms)}`;
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`;
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${Number((ms / 1000).toFixed(ms < 9950 ? 1 : 0))} s`;
  for (const [large, name, small, less] of units) {
    if (ms < large) continue;
    const rest = Math.floor((ms % large) / small);
    return rest === 0
      ? `${Math.floor(ms / large)} ${name}`
      : `${Math.floor(ms / large)} ${name} ${rest} ${less}`;
  }
  return `${ms} ms`;
}

export const took = (ms: number | null): string =>
  ms === null ? "…" : ms < 100 ? ms.toFixed(1) : String(Math.round(ms));

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

export const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
