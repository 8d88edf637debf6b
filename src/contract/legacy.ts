interface Retired {
  /** `*` stands for one segment; what lies below a route is retired with it. */
  readonly route: string;
  readonly instead: string;
  /** What becomes of what was sent (specification, "Versioning", 4). */
  readonly mapping?: string;
}

const identifiers =
  "$email is attributes.email, $phone_number attributes.phone_number, $id attributes.external_id, " +
  "$anonymous attributes.anonymous_id, $exchange_id attributes._kx, $kid data.id, " +
  "$city and the like attributes.location, other properties attributes.properties";
const inList = "the list is relationships.list, sms_consent is subscriptions.sms.marketing.consent";
const inJson = "form-encoded bodies are JSON";

/** Specification, "Versioning", 3 and 4; the first that fits is meant. */
const retired: readonly Retired[] = [
  { route: "/api/track", instead: "POST /api/events", mapping: identifiers },
  { route: "/api/track-once", instead: "POST /api/events with a unique_id", mapping: identifiers },
  { route: "/api/identify", instead: "POST /api/profile-import", mapping: identifiers },
  ...["/api/v1", "/api/v2"].flatMap((api): Retired[] => [
    {
      route: `${api}/list/*/subscribe`,
      instead:
        "POST /api/profile-subscription-bulk-create-jobs, or -delete-jobs in place of DELETE",
      mapping: inList,
    },
    {
      route: `${api}/list/*/members`,
      instead: "/api/lists/{id}/relationships/profiles, or GET /api/lists/{id}/profiles",
      mapping: "list membership is no consent",
    },
    {
      route: `${api}/list/*/exclusions`,
      instead: "POST /api/profile-suppression-bulk-create-jobs",
      mapping: inList,
    },
    { route: `${api}/list`, instead: "/api/lists/{id}", mapping: inJson },
    { route: `${api}/lists`, instead: "/api/lists", mapping: inJson },
    {
      route: `${api}/group`,
      instead: "GET /api/lists/{id}/profiles or GET /api/segments/{id}/profiles",
    },
    {
      route: `${api}/people/exclusions`,
      instead: "POST /api/profile-suppression-bulk-create-jobs, up to 100 profiles a call",
      mapping: inJson,
    },
    { route: `${api}/people/search`, instead: "GET /api/profiles?filter=equals(email,...)" },
    { route: `${api}/person`, instead: "/api/profiles/{id}", mapping: identifiers },
    {
      route: `${api}/metric`,
      instead: "GET /api/events?filter=equals(metric_id,...) or POST /api/metric-aggregates",
    },
    { route: `${api}/metrics/timeline`, instead: "GET /api/events" },
    { route: `${api}/metrics`, instead: "GET /api/metrics" },
    { route: api, instead: "the endpoints under /api, with a revision header", mapping: inJson },
  ]),
];

const patterns = retired.map((each) => ({
  ...each,
  pattern: new RegExp(`^${each.route.replaceAll("*", "[^/]+")}(/|$)`),
}));

/** What to use instead of a retired route or one below it; undefined if the path is neither. */
export function insteadOfRetired(path: string): Omit<Retired, "route"> | undefined {
  // Nearly every request: not one of these begins otherwise.
  if (!/^\/api\/(v[12]|track|identify)/.test(path)) return undefined;
  return patterns.find(({ pattern }) => pattern.test(path));
}
