/**
 * What is asked of requests, in words: `create_event, email p1@example.com, status 202`.
 *
 * @param all where nothing is asked. Default: `requests`
 */
export const wordsOf = (members: object, all = "requests"): string =>
  Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      if (name === "operation") return value as string;
      return `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`;
    })
    .join(", ") || all;
