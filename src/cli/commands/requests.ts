import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { readOperation } from "../options/values.ts";

/** `requests`, as it is declared: what it does is loaded when it runs. */
export function addRequests(program: Command): void {
  const requests = program.command("requests").description("the requests that were answered");
  const load = () => import("../actions/requests.ts");
  filtered(
    controlled(requests, "list", "the last requests, oldest first", { isDefault: true }),
  ).action(async (values) => (await load()).listRequests(values));
  filtered(controlled(requests, "tail", "requests as they are answered")).action(async (values) =>
    (await load()).tailRequests(values),
  );
  controlled(requests, "show", "one request: its heads, its body, what it wrote")
    .argument("<id>", "the x-service-req-id of its answer")
    .action(async (id, values) => (await load()).showRequest(id, values));
  controlled(requests, "clear", "forget them").action(async (values) =>
    (await load()).clearRequests(values),
  );
}

const filtered = (command: Command): Command =>
  command
    .option("--operation <id>", "only of this operation", readOperation)
    .option("--account <id>", "only of this account")
    .option("--key <name>", "only with this key")
    .option("--app <id>", "only of the OAuth app with this client id")
    .option("--test-id <id>", "only with this x-emulator-test-id")
    .option("--status <status>", "only answered with this status")
    .option("--stage <name>", "only answered by this stage")
    .option("--fault <id>", "only those that this fault met")
    .option("--since <datetime>", "only from this instant of the emulator's time on")
    .option("--until <datetime>", "only before this instant of the emulator's time");
