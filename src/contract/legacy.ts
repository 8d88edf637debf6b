const identifiers =
  "$email is attributes.email, $phone_number attributes.phone_number, $id attributes.external_id, " +
  "$anonymous attributes.anonymous_id, $exchange_id attributes._kx, $kid data.id, " +
  "$city and the like attributes.location, other properties attributes.properties";
const inList = "the list is relationships.list, sms_consent is subscriptions.sms.marketing.consent";
const inJson = "form-encoded bodies are JSON";

/**
 * A route, what took its place, and what becomes of what was sent (specification, "Versioning", 3 and 4). `*` stands for
 * one segment; what lies below a route is retired with it. The first that fits is meant.
 */
const retired = `
/api/track => POST /api/events; ${identifiers}
/api/track-once => POST /api/events with a unique_id; ${identifiers}
/api/identify => POST /api/profile-import; ${identifiers}
/api/v[12]/list/*/subscribe => POST /api/profile-subscription-bulk-create-jobs, or -delete-jobs in place of DELETE; ${inList}
/api/v[12]/list/*/members => /api/lists/{id}/relationships/profiles, or GET /api/lists/{id}/profiles; list membership is no consent
/api/v[12]/list/*/exclusions => POST /api/profile-suppression-bulk-create-jobs; ${inList}
/api/v[12]/list => /api/lists/{id}; ${inJson}
/api/v[12]/lists => /api/lists; ${inJson}
/api/v[12]/group => GET /api/lists/{id}/profiles or GET /api/segments/{id}/profiles
/api/v[12]/people/exclusions => POST /api/profile-suppression-bulk-create-jobs, up to 100 profiles a call; ${inJson}
/api/v[12]/people/search => GET /api/profiles?filter=equals(email,...)
/api/v[12]/person => /api/profiles/{id}; ${identifiers}
/api/v[12]/metric => GET /api/events?filter=equals(metric_id,...) or POST /api/metric-aggregates
/api/v[12]/metrics/timeline => GET /api/events
/api/v[12]/metrics => GET /api/metrics
/api/v[12] => the endpoints under /api, with a revision header; ${inJson}
`;

const patterns = [...retired.matchAll(/^(\S+) => (.*?)(?:; (.*))?$/gm)].map(
  ([, route = "", instead = "", mapping]) => {
    const pattern = new RegExp(`^${route.replaceAll("*", "[^/]+")}(/|$)`);
    return { instead, mapping, pattern };
  },
);

export function insteadOfRetired(path: string) {
  // Nearly every request: not one of these begins otherwise.
  if (!/^\/api\/(v[12]|track|identify)/.test(path)) return undefined;
  return patterns.find(({ pattern }) => pattern.test(path));
}
