/** The traffic of one test: a profile, five events of it, and two lists. */

/** @typedef {{ method: string, path: string, headers: Record<string, string>, body?: string }} Asked */

export const eventsOfTest = 5;

let tests = 0;

/** The requests of a test that nobody has made before. @param {string} key @returns {Asked[]} */
export function requestsOf(key) {
  tests += 1;
  const email = `test-${tests}@example.com`;
  const common = { authorization: `Service-API-Key ${key}`, revision: "2026-07-15" };
  const headers = { ...common, "content-type": "application/json" };
  const post = (/** @type {string} */ path, /** @type {object} */ data) => ({
    method: "POST",
    path,
    headers,
    body: JSON.stringify({ data }),
  });
  const profile = { data: { type: "profile", attributes: { email } } };
  const metric = { data: { type: "metric", attributes: { name: "Placed Order" } } };
  const events = Array.from({ length: eventsOfTest }, (_, at) =>
    post("/api/events", {
      type: "event",
      attributes: {
        properties: { OrderId: "A-1001", Items: [{ SKU: "SKU-1", Price: 9.5 }] },
        metric,
        profile,
        value: 57,
        unique_id: `test-${tests}-${at}`,
      },
    }),
  );
  const list = (/** @type {string} */ path) => ({ method: "GET", path, headers: common });
  return [
    post("/api/profiles", { type: "profile", attributes: { email, first_name: "Test" } }),
    ...events,
    list("/api/profiles?page%5Bsize%5D=20"),
    list("/api/events?page%5Bsize%5D=20"),
  ];
}
