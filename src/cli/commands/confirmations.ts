import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";

/** `confirmations`, as it is declared: what it does is loaded when it runs. */
export function addConfirmations(program: Command): void {
  const confirmations = program
    .command("confirmations")
    .description("see and click the confirmations of double opt-in lists");
  const load = () => import("../actions/confirmations.ts");
  controlled(confirmations, "list", "those that wait for their click", { isDefault: true }).action(
    async (values) => (await import("../actions/lists.ts")).lists.confirmations(values),
  );
  controlled(confirmations, "click", "the click: the subscription holds from now on")
    .argument("<who>", "a confirmation's id, or the email address it was sent to")
    .action(async (who, values) => (await load()).clickConfirmation(who, values));
}
