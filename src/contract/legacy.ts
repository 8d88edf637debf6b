/** The routes of the retired v1 and v2 APIs (specification, "Versioning", 3), and what took their place. */
const retired: readonly (readonly [route: string, instead: string])[] = [
  ["/api/track", "POST /api/events"],
  ["/api/identify", "POST /api/profile-import"],
  ["/api/v1", "the endpoints under /api with a revision header"],
  ["/api/v2", "the endpoints under /api with a revision header"],
];

/** What to use instead of a retired route or one below it; undefined if the path is neither. */
export function insteadOfRetired(path: string): string | undefined {
  for (const [route, instead] of retired) {
    const below = path.length === route.length || path[route.length] === "/";
    if (below && path.startsWith(route)) return instead;
  }
  return undefined;
}
