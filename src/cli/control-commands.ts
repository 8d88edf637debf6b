import { type Command, Option } from "commander";
import { defaultPort, option } from "./start-options.ts";
import { numberOrText, readNames, readOperation, readUrl, readWord } from "./values.ts";

/** The options of those commands. */
export const controlOptions = (): Option[] => [
  option("--url <url>", "the emulator to talk to", readUrl).default(
    `http://127.0.0.1:${defaultPort}`,
  ),
  new Option(
    "--token <token>",
    "its control token, if it asks for one (SERVICE_EMULATOR_CONTROL_TOKEN)",
  )
    .env("SERVICE_EMULATOR_CONTROL_TOKEN")
    .argParser(readWord),
  new Option("--json", "print JSON"),
];

/** The commands that talk to a running emulator through its control API. */
export function addControlCommands(program: Command): void {
  addFaults(program.command("faults").description("plan faults, and see whom they met"));
  addRequests(program.command("requests").description("the requests that were answered"));
  addClock(program.command("clock").description("see and move the emulator's time"));
  addLimits(program.command("limits").description("see and set the rate limits"));
  controlled(program, "reset", "put the seeded world back")
    .option("--only <parts>", "only these: state, limits, faults, journal, clock", readNames)
    .action(async (values) => (await import("./reset.ts")).reset(values));
}

function addFaults(faults: Command): void {
  const load = () => import("./faults.ts");
  controlled(faults, "add", "plan a fault")
    .argument("<operation>", "an operation id such as create-event, or '*'", readOperation)
    .option(
      "--status <status>",
      "answer with this status, and the service's own error body",
      numberOrText,
    )
    .option("--retry-after <seconds>", "of a 429 or 503: whole seconds, or computed", numberOrText)
    .option("--times <number>", "act this often, or always (default: 1)", numberOrText)
    .option("--skip <number>", "let this many requests pass first", numberOrText)
    .option("--delay <duration>", "wait before answering, such as 250ms")
    .option("--hold", "refuse the same caller until its Retry-After is over")
    .option("--no-hold", "do not")
    .option("--force", "allow a status that the service never gives")
    .action(async (operation, values) => (await load()).addFault(operation, values))
    .addHelpText(
      "after",
      "\nExample:\n  service-emulator faults add create-event --status 429 --retry-after 2 --times 2",
    );
  controlled(faults, "list", "what is planned, what is left of it, and what it met").action(
    async (values) => (await load()).listFaults(values),
  );
  controlled(faults, "rm", "remove a fault")
    .argument("<id>", "such as fault-1")
    .action(async (id, values) => (await load()).removeFault(id, values));
  controlled(faults, "clear", "remove every fault").action(async (values) =>
    (await load()).clearFaults(values),
  );
}

function addRequests(requests: Command): void {
  const load = () => import("./requests.ts");
  controlled(requests, "list", "the last requests, oldest first")
    .option("--operation <id>", "only of this operation", readOperation)
    .option("--account <id>", "only of this account")
    .option("--status <status>", "only answered with this status")
    .option("--stage <name>", "only answered by this stage")
    .option("--fault <id>", "only those that this fault met")
    .option("--since <datetime>", "only from this instant of the emulator's time on")
    .action(async (values) => (await load()).listRequests(values));
  controlled(requests, "clear", "forget them").action(async (values) =>
    (await load()).clearRequests(values),
  );
}

function addClock(clock: Command): void {
  const load = () => import("./clock.ts");
  controlled(clock, "show", "the emulator's time").action(async (values) =>
    (await load()).showClock(values),
  );
  controlled(clock, "freeze", "stop it, now or at an instant")
    .argument("[at]", "an ISO 8601 datetime")
    .action(async (at, values) => (await load()).setClock({ mode: "frozen", at }, values));
  controlled(clock, "advance", "move it forward; answers when all that was due has run")
    .argument("<by>", "a duration such as 60s")
    .action(async (by, values) => (await load()).advanceClock(by, values));
  controlled(clock, "resume", "let it run on from where it stands").action(async (values) =>
    (await load()).resumeClock(values),
  );
  controlled(clock, "real", "back to the machine's time").action(async (values) =>
    (await load()).setClock({ mode: "real" }, values),
  );
}

function addLimits(limits: Command): void {
  const load = () => import("./limits.ts");
  controlled(limits, "show", "every counter in use").action(async (values) =>
    (await load()).showLimits(values),
  );
  controlled(limits, "set", "set them anew")
    .argument("<mode>", "real, off, or a multiple such as x10")
    .action(async (mode, values) => (await load()).setLimits(mode, values));
}

function controlled(parent: Command, name: string, description: string): Command {
  const command = parent.command(name).description(description);
  for (const each of controlOptions()) command.addOption(each);
  return command;
}
