import type { BehaviorFor } from "../../src/contract/operation.ts";
import { resource } from "../../src/contract/resource.ts";
import { action, get } from "../../src/contract/rows.ts";
import { number, object } from "../../src/contract/shape.ts";

const cat = resource("cat", { path: "/api/cats" });
const operations = [
  get(cat, "get_cat"),
  action(cat, "pat_cat", { post: "/api/cats", body: object({ times: number() }), success: 202 }),
] as const;
type Wanted = BehaviorFor<typeof operations, { now: number }, string>;

export const good: Wanted = { pat_cat: ({ body, now }) => `${body.times + now}` };

// @ts-expect-error an action's function is missing
export const missing: Wanted = {};

// @ts-expect-error a misspelt id
export const misspelt: Wanted = { pet_cat: () => "" };

// @ts-expect-error a member that the body does not have
export const wrongBody: Wanted = { pat_cat: ({ body }) => body.often };
