import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { numberOrText } from "../options/values.ts";

/** `rates`, as it is declared: what it does is loaded when it runs. */
export function addRates(program: Command): void {
  const rates = program
    .command("rates")
    .description("Show and set how many messages are delivered, opened, clicked");
  const load = () => import("../actions/rates.ts");
  controlled(rates, "show", "Show the rates of an account", { isDefault: true })
    .option("--account <id>", "Of this account (default: the first)")
    .action(async (values) => (await load()).showRates(values));
  controlled(rates, "set", "Set some of the rates, each from 0 to 1")
    .option("--deliver <rate>", "Deliver this part of the messages", numberOrText)
    .option("--bounce <rate>", "Bounce this part of the messages", numberOrText)
    .option("--open <rate>", "Open this part of the delivered messages", numberOrText)
    .option("--click <rate>", "Click this part of the delivered messages", numberOrText)
    .option(
      "--unsubscribe <rate>",
      "Unsubscribe from this part of the delivered messages",
      numberOrText,
    )
    .option("--spam <rate>", "Mark this part of the delivered messages as spam", numberOrText)
    .option("--account <id>", "Of this account (default: the first)")
    .action(async (values) => (await load()).setRates(values));
}
