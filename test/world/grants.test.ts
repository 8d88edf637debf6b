import { expect, it } from "vitest";
import { Dice } from "../../src/world/dice.ts";
import { Denied, Grants } from "../../src/world/grants.ts";

const app = {
  clientId: "app",
  clientSecret: "secret",
  name: "App",
  redirectUris: [],
  scopes: new Set(["lists:read"] as const),
};
const wish = { app, account: "A", scopes: ["lists:read"] as const };

function granting() {
  const grants = new Grants(Dice.from(1, "oauth"));
  grants.register(app);
  return grants;
}

it("remembers ten thousand tokens: those used last", () => {
  const grants = granting();
  const kept = grants.mint(wish, 0);
  const lost = grants.mint(wish, 0);
  for (let made = 0; made < 9998; made += 1) grants.mint(wish, 0);
  expect(grants.tokens()).toHaveLength(10_000);
  grants.refresh(kept.grant.refreshToken, app, undefined, 1);
  grants.mint(wish, 2);
  expect(grants.tokens()).toHaveLength(10_000);
  expect(grants.refresh(kept.grant.refreshToken, app, undefined, 3)).not.toBeInstanceOf(Denied);
  expect(grants.refresh(lost.grant.refreshToken, app, undefined, 3)).toBeInstanceOf(Denied);
  expect(grants.find(lost.secret)).toBeUndefined();
});

it("draws no secret twice", () => {
  const grants = granting();
  const drawn = Array.from({ length: 2000 }, () => grants.mint(wish, 0));
  const secrets = drawn.flatMap(({ secret, grant }) => [secret, grant.refreshToken]);
  expect(new Set(secrets).size).toBe(4000);
});
