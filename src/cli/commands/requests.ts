import type { Command } from "commander";
import { controlled } from "../controlled.ts";
import { readOperation } from "../values.ts";

/** `requests`, as it is declared: what it does is loaded when it runs. */
export function addRequests(program: Command): void {
  const requests = program.command("requests").description("the requests that were answered");
  const load = () => import("../requests.ts");
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
