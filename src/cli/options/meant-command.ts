import { nearest } from "../../world/name-match.ts";

const synonyms: Readonly<Record<string, readonly string[]>> = {
  rm: ["delete", "remove", "del", "destroy", "erase", "drop"],
  clear: ["clean", "empty", "flush", "purge", "wipe"],
  list: ["ls", "all", "index"],
  show: ["get", "view", "info", "describe", "cat", "print"],
  create: ["new", "make", "add", "generate"],
  add: ["new", "make", "create", "plan"],
  tail: ["follow", "watch", "stream"],
  snapshot: ["save", "backup"],
  stop: ["kill", "quit", "down", "shutdown"],
  start: ["up", "serve", "launch"],
};

/** Words for what other words of the program do: asked for at its beginning, where they are no commands. */
const elsewhere: Readonly<Record<string, string>> = {
  advance: "clock advance",
  card: "report",
  chaos: "explore",
  emails: "outbox",
  endpoints: "routes",
  export: "state export",
  freeze: "clock freeze",
  grade: "report",
  import: "state import",
  journal: "requests",
  mails: "outbox",
  mock: "start",
  operations: "routes",
  restore: "state restore",
  run: "exec",
  snapshot: "state snapshot",
  test: "exec",
  time: "clock",
  ui: "open",
  undo: "state restore",
  version: "--version",
  webhooks: "deliveries",
};

/** Commands that change no data that is there. Every other is suggested only to somebody who meant it. */
const harmless: ReadonlySet<string> = new Set(
  (
    "list show tail check diff print run status wait logs env routes truth report expect openapi " +
    "start exec init config generate completion"
  ).split(" "),
);

/** Where a command changes data, a word of this many letters may differ from it by one. */
const typoMin = 4;

/** The command that is meant by a word. One that changes data is only guessed if one letter is wrong. */
export function meantCommand(word: string, known: readonly string[], groups: readonly string[]) {
  const there = Object.hasOwn(elsewhere, word) ? elsewhere[word] : undefined;
  if (there !== undefined && known.includes("state")) return there;
  const same = known.find((each) => synonyms[each]?.includes(word));
  if (same !== undefined) return same;
  const safe = known.filter((each) => harmless.has(each) || groups.includes(each));
  return (word.length < typoMin ? undefined : nearest(word, known, 1)) ?? nearest(word, safe);
}
