import type { Command } from "commander";

/** `routes`, as it is declared: what it does is loaded when it runs. */
export function addRoutes(program: Command): void {
  program
    .command("routes")
    .description("List every operation of the service")
    .option("--area <name>", "Only this area")
    .option("--json", "Print JSON")
    .action(async (values) => (await import("../actions/routes.ts")).printRoutes(values));
}
