import { literal } from "../../../contract/shape.ts";
import { durationShape } from "../../time/duration.ts";
import { type Effect, type Ending, kind, requireAlone, readSpan } from "../kind.ts";

/** A way in which a connection ends. */
interface Breaking extends Ending {
  readonly leaves: Effect;
  /** What it is, where its name does not say so. */
  readonly words?: string;
}

const ways = {
  reset: { sends: "nothing", ends: "reset", leaves: "lost", words: "reset is RST" },
  close: { sends: "nothing", ends: "close", leaves: "lost", words: "close is FIN" },
  "close-after-head": { sends: "head", ends: "close", leaves: "lost" },
  "close-mid-body": { sends: "half", ends: "close", leaves: "lost" },
  hang: { sends: "nothing", ends: "silence", leaves: "lost", words: "hang never responds" },
  // Servers close connections on which nothing came for a while: a request that is just sent on one meets that.
  "idle-close": {
    sends: "whole",
    ends: "close when idle",
    leaves: "whole",
    words:
      "idle-close is FIN after the response, once no request has come for as long as idle says",
  },
  "close-reused": {
    sends: "nothing",
    ends: "close",
    ofReused: true,
    leaves: "lost",
    words: "close-reused is close, where the connection had a response before",
  },
} as const satisfies Readonly<Record<string, Breaking>>;

type Connection = keyof typeof ways;

const all: Readonly<Record<Connection, Breaking>> = ways;
const names = Object.keys(ways) as Connection[];
const told = Object.values(all).flatMap(({ words }) => words ?? []);

/** How an answer meets the end of its connection; undefined: it does not. */
export const endingOf = (connection: Connection | undefined): Ending | undefined =>
  connection && ways[connection];

export const connection = kind({
  name: "connection",
  shape: literal(...names),
  means: `What becomes of the connection: ${told.join(", ")}.`,
  flag: "<how>",
  does: `Break the connection: ${names.slice(0, -1).join(", ")} or ${names.at(-1)}`,
  says: "",
  ends: true,
  needsAnswer: (value) => all[value].sends !== "nothing",
  intact: (value) => all[value].sends === "whole",
  needsBody: (value) => all[value].sends === "half",
  makesSense(value, written) {
    const { input, fail } = written;
    const { sends } = all[value];
    if (sends === "nothing")
      requireAlone("connection", written, `${value} sends nothing: leave out`);
    if (input.spoil !== undefined && sends !== "whole")
      throw fail("either the connection or the body is spoilt, not both", "spoil");
    const ofBody = (["body", "pace"] as const).find((name) => input[name] !== undefined);
    if (sends === "head" && ofBody !== undefined) throw fail(`${value} sends no body`, ofBody);
  },
  injected: (value) => value,
  leaves: Object.fromEntries(names.map((name) => [name, all[name].leaves])),
  // Whether a request comes just when a connection is closed, or on one that was used, is chance.
  samples: names.filter((name) => all[name].leaves === "lost" && !all[name].ofReused),
  effort: (value) => (all[value].ends === "silence" ? 60_000 : undefined),
});

const span = readSpan("idle");

export const idle = kind({
  name: "idle",
  shape: durationShape(),
  means: "With connection: idle-close, how long no request comes before it is closed (default 1s).",
  flag: "<duration>",
  does: "With idle-close: close after this long without a request (default: 1s)",
  beside: ["connection"],
  takesTime: true,
  intact: () => true,
  read(value, written) {
    if (written.input.connection === "idle-close") return span(value ?? "1s", written);
    if (value !== undefined) throw written.fail("goes with connection: idle-close", "idle");
    return undefined;
  },
});
