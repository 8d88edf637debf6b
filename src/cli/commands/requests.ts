import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { readOperation } from "../options/values.ts";

/** `requests`, as it is declared: what it does is loaded when it runs. */
export function addRequests(program: Command): void {
  const requests = program
    .command("requests")
    .description("List, show and clear the recorded requests");
  const load = () => import("../actions/requests.ts");
  filtered(
    controlled(requests, "list", "List the last requests, oldest first", { isDefault: true }),
  ).action(async (values) => (await load()).listRequests(values));
  filtered(controlled(requests, "tail", "Print requests as they are answered")).action(
    async (values) => (await load()).tailRequests(values),
  );
  controlled(requests, "show", "Show one request: why it was rejected, headers, bodies, writes")
    .argument("<id>", "Request id, its first letters (see requests list), or last")
    .action(async (id, values) => (await load()).showRequest(id, values));
  controlled(requests, "clear", "Clear the recorded requests").action(async (values) =>
    (await load()).clearRequests(values),
  );
}

const filtered = (command: Command): Command =>
  command
    .option("--operation <id>", "Only requests to this operation", readOperation)
    .option("--account <id>", "Only requests to this account")
    .option("--key <name>", "Only requests with this key")
    .option("--app <id>", "Only requests of the OAuth app with this client id")
    .option("--test-id <id>", "Only requests with this test id or name in the URL")
    .option("--status <status>", "Only requests with this response status")
    .option("--failed", "Only requests with a status of 400 or more, or no response")
    .option("--stage <name>", "Only requests answered by this stage")
    .option("--fault <id>", "Only requests that this fault hit")
    .option("--since <datetime>", "Only requests from this emulator time on")
    .option("--until <datetime>", "Only requests before this emulator time");
