import type { Command } from "commander";
import type { Expectation } from "../../scenarios/types.ts";
import { Failure } from "../terminal/terminal.ts";
import { ThrowingCommand, UsageError, usageText } from "./usage.ts";
import { declared, withOptions } from "./declared.ts";
import { jsonOrText, membersOf, numberOrText, readOperation, readStatus } from "./values.ts";

export type Flags = Readonly<Record<string, unknown>>;

export const expecting = (command: Command): Command =>
  withOptions(
    command.argument("[operation]", "Operation id, such as create-event", readOperation),
    declared(
      `
  --times <number>  Expect exactly this many
  --at-least <number>  Expect at least this many (default: 1)
  --at-most <number>  Expect at most this many
  --never  Expect none
  --status <status>  Match requests with this response status
  --email <email>  Match requests about the profile with this email
  --profile-id <id>  Match requests about the profile with this id
  --method <method>  Match requests with this method
  --path <pattern>  Match paths with this pattern, such as /api/events*
  --account <id>  Only for this account
  --key <name>  Match requests with this key
  --app <id>  Match requests of the OAuth app with this client id
  --test-id <id>  Match requests with this test id or name in the URL
  --revision <date>  Match requests answered in this revision
  --header <name=value>  Match requests with this header; repeatable
  --query <name=value>  Match requests with this query parameter; repeatable
  --body <path=value>  Match requests with this field in the body; repeatable
  --fault <id>  Match requests that this fault hit
  --stage <name>  Match requests answered by this stage`,
      {
        number: numberOrText,
        status: (text) => Number(readStatus(text)),
        method: (text) => text.toUpperCase(),
      },
    ),
  );

/** The same in the language of scenarios: what makes no sense is left for its reader to refuse. */
export function expectationOf(operation: string | undefined, flags: Flags): Expectation {
  const { times, atLeast, atMost, never, body, ...which } = flags;
  const requests = {
    ...(operation !== undefined && { operation }),
    ...which,
    ...(body !== undefined && { body: membersOf(body as Record<string, string>, jsonOrText) }),
    ...(times !== undefined && { count: times }),
    ...(never === true && { count: 0 }),
    ...(atLeast !== undefined && { min: atLeast }),
    ...(atMost !== undefined && { max: atMost }),
  };
  if (never === true && times !== undefined) throw new Failure("--never goes not with --times", 2);
  return { requests } as Expectation;
}

export async function readExpectation(text: string): Promise<Expectation> {
  if (text.trim() === "")
    throw new Failure(`--expect '${text}': say which, such as 'create-event --times 2'`, 2);
  if (!/^(?:"[^"]*"|'[^']*'|[^"'])*$/.test(text))
    throw new Failure(`--expect '${text}': a quote is not closed`, 2);
  const command = expecting(new ThrowingCommand("--expect")).helpOption(false);
  try {
    command.parse(wordsOf(text), { from: "user" });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new Failure(`--expect '${text}': ${await usageText(error)}`, 2);
  }
  return expectationOf(command.processedArgs[0] as string | undefined, command.opts());
}

/** Words as a shell has them, between quotes also with spaces. */
const wordsOf = (text: string): string[] =>
  [...text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double = "", single = "") => double + single),
  );
