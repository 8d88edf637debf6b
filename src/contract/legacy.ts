/** The routes of the retired v1 and v2 APIs (specification, "Versioning", 3), and what took their place. */
const retired: readonly (readonly [prefix: string, instead: string])[] = [
  ["/api/track", "POST /api/events"],
  ["/api/identify", "POST /api/profile-import"],
  ["/api/v1/", "the endpoints under /api with a revision header"],
  ["/api/v2/", "the endpoints under /api with a revision header"],
];

/** What to use instead of a retired route; undefined if the path is not one. */
export function insteadOfRetired(path: string): string | undefined {
  return retired.find(
    ([prefix]) => path === prefix || path.startsWith(`${prefix.replace(/\/$/, "")}/`),
  )?.[1];
}
