import type { AreaExamples } from "../../support/areas/example.ts";

export const accounts: AreaExamples = {
  title: "Accounts",
  intro:
    "An account is a company: its name, address, timezone and currency. A key belongs to one account.",
  see: { "what a fixture says of it": "../fixtures.md" },
  ids: { accounts: "DEMO01" },
  requests: {
    get_accounts: {},
    get_account: { query: "fields[account]=timezone,preferred_currency" },
  },
};
