/** What is asked of requests, in words: `create_event, email p1@example.com, status 202`. */
export const wordsOf = (members: object): string =>
  Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      if (name === "operation") return value as string;
      return `${name} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`;
    })
    .join(", ") || "requests";
