import type { Command } from "commander";

/** `mcp`, as it is declared: the protocol is loaded when it runs. */
export function addMcp(program: Command): void {
  program
    .command("mcp")
    .description("Serve coding agents over stdio (Model Context Protocol)")
    .action(async () => (await import("../actions/mcp/serve.ts")).serve());
}
