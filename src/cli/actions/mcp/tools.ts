import { described, integer, list, literal, object } from "../../../contract/shape.ts";
import { string, whether, type Infer, type Shape } from "../../../contract/shape.ts";
import { flagOf } from "../../terminal/texts.ts";

/** A tool of an agent: a command of this program, with what it takes. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: Shape;
  readonly words: (input: never) => readonly string[];
  /** Whether it asks a running emulator, which may be one that the agent started. */
  readonly asks?: boolean;
}

/** No word is taken for an option. */
const word = (description: string) => described(string({ pattern: "^[^-]" }), description);
const words = (description: string) => described(list(string({ minLength: 1 })), description);
const command = described(
  list(string({ minLength: 1 }), { min: 1 }),
  'The client as a command and its arguments: ["npm", "test"]. It reads SERVICE_EMULATOR_URL and SERVICE_EMULATOR_API_KEY.',
);

const tool = <S extends Shape>(
  name: string,
  description: string,
  input: S,
  toWords: (input: Infer<S>) => readonly string[],
): Tool => ({ name, description, input, words: toWords as Tool["words"] });

const asking = <S extends Shape>(...of: Parameters<typeof tool<S>>): Tool =>
  Object.assign(tool(...of), { asks: true });

const flags = (given: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return value === true ? [flagOf(name)] : [`${flagOf(name)}=${String(value)}`];
  });

/** The name of the tool after which there is something to stop. */
export const startTool = "start";

export const tools: readonly Tool[] = [
  tool(
    startTool,
    "Start an emulator in the background, on a free port. Returns its URL and keys. It ends with this session.",
    object({ "options?": words('Options of `start`, such as ["--fixtures=small"].') }),
    ({ options = [] }) => ["start", "--detach", "--json", "--port", "0", ...options],
  ),
  tool(
    "exam",
    "Grade a client: run it against a fresh emulator that fails on purpose, and print the report card.",
    object({
      command,
      "scenario?": word(
        "Which failures it meets: a shipped scenario or a file. Default: all that it can meet.",
      ),
      "budget?": word("How long to examine without a scenario. Default: 1m."),
      "timeout?": word("Stop each run after this long. Default: 2m."),
    }),
    ({ command: client, scenario, budget = "1m", timeout = "2m" }) => [
      ...(scenario === undefined
        ? ["exam", ...flags({ budget, timeout })]
        : ["exec", "--compare", "--report", ...flags({ scenario, timeout })]),
      "--",
      ...client,
    ],
  ),
  tool(
    "explore",
    "Find the faults that break a client: run it under one fault after another, and print the smallest that break it.",
    object({
      command,
      "budget?": word("How long to search. Default: 1m."),
      "output?": word("Write each defect to this folder, as a scenario."),
    }),
    ({ command: client, budget = "1m", output }) => [
      "explore",
      ...flags({ budget, output }),
      "--",
      ...client,
    ],
  ),
  asking(
    "plan_fault",
    "Make the next matching requests of the running emulator fail.",
    object({
      operation: word("An operation id such as create_event, or *."),
      "status?": integer({ min: 400, max: 599 }),
      "retryAfter?": word("Seconds of Retry-After, such as 2."),
      "connection?": literal("reset", "close", "close-mid-body", "hang"),
      "delay?": word("A delay of the response, such as 5s."),
      "spoil?": literal("truncate", "malformed", "empty"),
      "times?": described(integer({ min: 1 }), "How many requests it hits. Default: 1."),
      "where?": described(literal("before", "after"), "after: the write is done first."),
    }),
    ({ operation, ...fault }) => ["faults", "add", operation, ...flags(fault)],
  ),
  asking(
    "requests",
    "List the last requests that the running emulator received.",
    object({
      "operation?": word("Only this operation."),
      "status?": integer({ min: 100, max: 599 }),
      "failed?": whether("Only those with a status of 400 or more, or no response."),
    }),
    (by) => ["requests", "list", ...flags(by)],
  ),
  asking(
    "why",
    "Say why a request was rejected, what would have worked, and both bodies.",
    object({ "id?": word("The id of the request, or its beginning. Default: the last one.") }),
    ({ id = "last" }) => ["requests", "show", id],
  ),
  asking(
    "state",
    "Show the stored data: the size of every collection, or the records of one.",
    object({
      "collection?": word("Such as profiles or events."),
      "limit?": described(integer({ min: 1, max: 100 }), "How many records. Default: 5."),
    }),
    ({ collection, limit = 5 }) =>
      collection === undefined
        ? ["state", "show"]
        : ["state", "show", collection, ...flags({ limit })],
  ),
  asking(
    "clock",
    "Show or move the emulator's time. To advance it runs what is due on the way.",
    object({
      act: literal("show", "freeze", "advance", "set", "resume", "real"),
      "to?": word("For advance: a duration such as 60s. For set: a time in ISO 8601."),
    }),
    ({ act, to }) => ["clock", act, ...(to === undefined ? [] : [to])],
  ),
  asking(
    "reset",
    "Reset the running emulator to its seeded state, or only parts of it.",
    object({ "only?": word("Parts, such as faults,clock.") }),
    (by) => ["reset", ...flags(by)],
  ),
];
