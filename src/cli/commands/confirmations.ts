import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";

/** `confirmations`, as it is declared: what it does is loaded when it runs. */
export function addConfirmations(program: Command): void {
  const confirmations = program
    .command("confirmations")
    .description("List and click the confirmations of double opt-in lists");
  const load = () => import("../actions/confirmations.ts");
  controlled(confirmations, "list", "List the pending confirmations", { isDefault: true }).action(
    async (values) => (await import("../actions/lists.ts")).lists.confirmations(values),
  );
  controlled(confirmations, "click", "Click a confirmation, which subscribes the profile")
    .argument("<email|id>", "Confirmation id, or the email address it was sent to")
    .action(async (who, values) => (await load()).clickConfirmation(who, values));
}
