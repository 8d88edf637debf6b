import { type Command, Option } from "commander";
import { controlled } from "../options/controlled.ts";
import { readCount } from "../options/values.ts";

/** `deliveries`, as it is declared: what it does is loaded when it runs. */
export function addDeliveries(program: Command): void {
  const deliveries = program
    .command("deliveries")
    .description("List the calls of webhooks, and make one again");
  controlled(deliveries, "list", "List the deliveries, with their last attempt", {
    isDefault: true,
  })
    .option("--webhook <id>", "Only to this webhook")
    .addOption(
      new Option("--state <state>", "Only in this state").choices([
        "pending",
        "delivered",
        "failed",
        "dropped",
      ]),
    )
    .option("--limit <number>", "Only this many, the newest (default: 100)", readCount)
    .option("--account <id>", "Only of this account")
    .action(async (values) => (await import("../actions/lists.ts")).lists.deliveries(values));
  controlled(
    deliveries,
    "show",
    "Show the call of a delivery: its headers, its signature and its body",
  )
    .argument("<id>", "Delivery id, or its first characters")
    .option("--attempt <number>", "Show this attempt (default: the last)", readCount)
    .action(async (id, values) =>
      (await import("../actions/deliveries.ts")).showDelivery(id, values),
    );
  controlled(deliveries, "redeliver", "Send a delivery again now")
    .argument("<id>", "Delivery id, or its first characters")
    .action(async (id, values) => (await import("../actions/deliveries.ts")).redeliver(id, values));
}
