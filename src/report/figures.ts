/** `1 call`, `2 calls`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

export const percent = (share: number): string => `${plain(share * 100)} %`;

/** Milliseconds, short: `31 ms`, `0.6 s`, `12 s`; from a tenth of a second on in seconds. */
export function msText(ms: number): string {
  if (ms < 99.5) return `${Math.max(0, Math.round(ms))} ms`;
  const seconds = ms / 1000;
  return `${seconds < 10 ? Number(seconds.toFixed(2)) : Math.round(seconds)} s`;
}

/** Seconds, in the units of a person: `0.6 s`, `12.5 s`, `3 min 20 s`, `2 h 5 min`. */
export function secondsText(seconds: number): string {
  if (seconds < 10) return `${plain(seconds)} s`;
  if (seconds < 120) return `${plain(Number(seconds.toFixed(1)))} s`;
  if (seconds < 7200) return twoUnits(Math.round(seconds), "min", "s");
  return twoUnits(Math.round(seconds / 60), "h", "min");
}

function twoUnits(count: number, large: string, small: string): string {
  const rest = count % 60;
  const whole = `${Math.floor(count / 60)} ${large}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small}`;
}

/** A number of at most two places, without those that say nothing. */
export const plain = (number: number): string => String(Number(number.toFixed(2)));

const cursor = /(page(?:\[|%5b)cursor(?:\]|%5d)(?:=|%3d)+)([\w-]{5})[\w-]{4,}([\w-]{6})/gi;

/** A URL or a part of one as a person reads it: of its cursor only what tells it from others. */
export const shortened = (url: string): string => url.replace(cursor, "$1$2…$3");
