/** Words that have more capitals than their first. */
const words: Readonly<Record<string, string>> = {
  etag: "ETag",
  ratelimit: "RateLimit",
  www: "WWW",
};

/** A header's name as HTTP/1.1 usually has it, each word with a capital: `Retry-After`. Some clients look for that alone. */
export const usualName = (name: string): string =>
  name.replace(
    /(?<![^-])[a-z][^-]*/g,
    (word) => words[word] ?? `${word[0]?.toUpperCase()}${word.slice(1)}`,
  );
