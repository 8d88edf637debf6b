import type { Command } from "commander";
import { controlled } from "../controlled.ts";
import { numberOrText, readOperation } from "../values.ts";

/** `faults`, as it is declared: what it does is loaded when it runs. */
export function addFaults(program: Command): void {
  const faults = program.command("faults").description("plan faults, and see whom they met");
  const load = () => import("../faults.ts");
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
