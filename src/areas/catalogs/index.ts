import { wished } from "../../domain/back-in-stock.ts";
import { eventProfileProblems } from "../../domain/event-check.ts";
import { needed } from "../../domain/identity.ts";
import { invalidBody } from "../../jsonapi/refusal.ts";
import type { ApiArea, AreaBehavior } from "../../verbs/call.ts";
import { empty } from "../../verbs/outcome.ts";
import { operations } from "./operations.ts";

const behavior: AreaBehavior<typeof operations> = {
  create_back_in_stock_subscription({ account, now, body }) {
    const { profile } = body.data.attributes;
    const at = "/data/attributes/profile";
    const problems = eventProfileProblems(account, profile.data, at, { among: needed });
    if (problems.length > 0) return invalidBody(problems);
    account.process(["event"], [wished(body.data, now)], now);
    return empty(202);
  },
};

export const catalogsArea: ApiArea = {
  name: "catalogs",
  resources: [],
  operations,
  behavior,
};
