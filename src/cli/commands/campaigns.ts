import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";

/** `campaigns`, as it is declared: what it does is loaded when it runs. */
export function addCampaigns(program: Command): void {
  const campaigns = program
    .command("campaigns")
    .description("List campaigns, and show how they were sent");
  controlled(campaigns, "list", "List the campaigns, with their status", { isDefault: true })
    .option("--account <id>", "Only of this account")
    .action(async (values) => (await import("../actions/lists.ts")).lists.campaigns(values));
  controlled(campaigns, "sends", "Show how many a campaign reached, and why others were skipped")
    .argument("<id>", "Campaign id, or its first characters")
    .option("--account <id>", "Only of this account")
    .action(async (id, values) => (await import("../actions/campaigns.ts")).showSends(id, values));
}
