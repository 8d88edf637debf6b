const identifiers =
  "$email is attributes.email, $phone_number attributes.phone_number, $id attributes.external_id, " +
  "$anonymous attributes.anonymous_id, $exchange_id attributes._kx, $kid data.id, " +
  "$city and the like attributes.location, other properties attributes.properties";
const inList = "the list is relationships.list, sms_consent is subscriptions.sms.marketing.consent";
const inJson = "form-encoded bodies are JSON";

/** A route, what took its place, and what becomes of what was sent. */
type Row = readonly [route: string, instead: string, mapping?: string];

/** Specification, "Versioning", 3 and 4; the first that fits is meant. */
const retired: readonly Row[] = [
  ["/api/track", "POST /api/events", identifiers],
  ["/api/track-once", "POST /api/events with a unique_id", identifiers],
  ["/api/identify", "POST /api/profile-import", identifiers],
  ...["/api/v1", "/api/v2"].flatMap((api): Row[] => [
    [
      `${api}/list/*/subscribe`,
      "POST /api/profile-subscription-bulk-create-jobs, or -delete-jobs in place of DELETE",
      inList,
    ],
    [
      `${api}/list/*/members`,
      "/api/lists/{id}/relationships/profiles, or GET /api/lists/{id}/profiles",
      "list membership is no consent",
    ],
    [`${api}/list/*/exclusions`, "POST /api/profile-suppression-bulk-create-jobs", inList],
    [`${api}/list`, "/api/lists/{id}", inJson],
    [`${api}/lists`, "/api/lists", inJson],
    [`${api}/group`, "GET /api/lists/{id}/profiles or GET /api/segments/{id}/profiles"],
    [
      `${api}/people/exclusions`,
      "POST /api/profile-suppression-bulk-create-jobs, up to 100 profiles a call",
      inJson,
    ],
    [`${api}/people/search`, "GET /api/profiles?filter=equals(email,...)"],
    [`${api}/person`, "/api/profiles/{id}", identifiers],
    [
      `${api}/metric`,
      "GET /api/events?filter=equals(metric_id,...) or POST /api/metric-aggregates",
    ],
    [`${api}/metrics/timeline`, "GET /api/events"],
    [`${api}/metrics`, "GET /api/metrics"],
    [api, "the endpoints under /api, with a revision header", inJson],
  ]),
];

/** `*` stands for one segment; what lies below a route is retired with it. */
const patterns = retired.map(([route, instead, mapping]) => ({
  instead,
  mapping,
  pattern: new RegExp(`^${route.replaceAll("*", "[^/]+")}(/|$)`),
}));

export function insteadOfRetired(path: string) {
  // Nearly every request: not one of these begins otherwise.
  if (!/^\/api\/(v[12]|track|identify)/.test(path)) return undefined;
  return patterns.find(({ pattern }) => pattern.test(path));
}
