/** Words that have more capitals than their first. */
const words: Record<string, string> = { etag: "ETag", ratelimit: "RateLimit", www: "WWW" };

/** A header's name as HTTP/1.1 usually has it, each word with a capital: `Retry-After`. Some clients look for that alone. */
export const usualName = (name: string): string =>
  name.replace(
    /(?<![^-])[a-z][^-]*/g,
    (word) => words[word] ?? `${word[0]?.toUpperCase()}${word.slice(1)}`,
  );

/** What a vendor may be called: lower-case letters, digits and hyphens. */
export const vendorNamePattern = /^[a-z][a-z0-9-]{0,39}$/;

export const defaultVendorName = "service";

/** The names on the wire that carry the service's own name. */
export type VendorNames = Readonly<ReturnType<typeof namesWith>>;

const known = new Map<string, VendorNames>();

/** The one place that knows them. @param name as `vendorNamePattern` has it */
export function vendorNames(name: string = defaultVendorName): VendorNames {
  const names = known.get(name) ?? namesWith(name);
  known.set(name, names);
  return names;
}

/** The request's id in the headers of an answer, whatever the service is called. */
export const requestIdIn = (headers: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(headers).find(([name]) => /^x-[a-z0-9-]+-req-id$/.test(name))?.[1];

function namesWith(name: string) {
  const titled = usualName(name);
  const member = name.replaceAll("-", "_");
  return {
    /** The topics of the service's own events are `event:NAME.…`. */
    topics: `event:${member}.`,
    signatureHeader: `${titled}-Signature`,
    timestampHeader: `${titled}-Timestamp`,
    webhookHeader: `${titled}-Webhook-Id`,
    flowHeader: `X-${titled}-Flow-ID`,
    webhookMember: `${member}_webhook_id`,
    accountMember: `${member}_account_id`,
    /** The headers of every answer: the request's id, its revision, and the day on which that retires. */
    requestIdHeader: `x-${name}-req-id`,
    revisionHeader: `x-${name}-api-revision`,
    retirementHeader: `x-${name}-api-retirement-date`,
    filtersHeader: `x-${name}-api-filters`,
    sdkMember: `${member}_sdk`,
  };
}
