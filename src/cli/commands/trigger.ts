import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";

/** `trigger`, as it is declared: what it does is loaded when it runs. */
export function addTrigger(program: Command): void {
  controlled(program, "trigger", "Write an event of a webhook topic, so that it is delivered")
    .argument("<topic>", "Topic, such as event:service.subscribed_to_list")
    .option("--email <address>", "Email address of the profile (default: any profile)")
    .option("--account <id>", "In this account (default: the first)")
    .action(async (topic, values) =>
      (await import("../actions/deliveries.ts")).trigger(topic, values),
    );
}
