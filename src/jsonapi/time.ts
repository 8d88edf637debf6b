const pattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+\- ](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i;

/**
 * Reads an ISO 8601 / RFC 3339 datetime, in milliseconds since 1970: offsets `Z`, `+00:00` and `+0000`, none is UTC, and
 * a space where a `+` was lost in a URL (behaviour.md, 8). A date alone is its first instant.
 *
 * @param instantOf the instant of a wall clock's time, for a text that names no offset
 */
export function parseDatetime(text: string, instantOf = asUtc): number | undefined {
  const found = pattern.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction = "0", zone] = found;
  const date = new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)),
  );
  // `Date.UTC` takes 0 to 99 for years of the twentieth century.
  if (Number(year) < 100) date.setUTCFullYear(Number(year));
  const at = date.getTime();
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day))
    return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
  const ms = Math.trunc(Number(`0.${fraction}`) * 1000);
  const wall = at + Number(second) * 1000 + ms;
  const instant = zone === undefined ? instantOf(wall) : wall - offsetMs(zone);
  return instant >= firstMs && instant <= lastMs ? instant : undefined;
}

/** What a datetime of four digits can say, also once it is turned to UTC. */
const firstMs = Date.parse("0000-01-01T00:00:00Z");
const lastMs = Date.parse("9999-12-31T23:59:59.999Z");

const asUtc = (wallMs: number): number => wallMs;

function offsetMs(zone: string): number {
  if (zone.toUpperCase() === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000;
}

/** An instant as answers show it, and as filters compare it. */
export const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

const twoDigits = Array.from({ length: 60 }, (_, number) => `${number}`.padStart(2, "0"));

/** `YYYY-MM-DDTHH:MM:SS+00:00` (behaviour.md, 10), in half the time of `toISOString` (`bench --only lists`). */
export function formatDatetime(ms: number): string {
  const at = new Date(ms);
  const year = `${at.getUTCFullYear()}`.padStart(4, "0");
  const day = `${year}-${twoDigits[at.getUTCMonth() + 1]}-${twoDigits[at.getUTCDate()]}`;
  const minute = `${twoDigits[at.getUTCHours()]}:${twoDigits[at.getUTCMinutes()]}`;
  return `${day}T${minute}:${twoDigits[at.getUTCSeconds()]}+00:00`;
}

/** The same with microseconds, as `created` and `updated` have them right after a create. */
export const formatPrecise = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 23)}000+00:00`;
