import { expect, it } from "vitest";
import { boot } from "../support/cli.ts";
import { textOf } from "../support/pages.ts";

it("the tokens that are shipped work", async () => {
  const { ready } = await boot(["--fixtures", "small"]);
  const { url } = ready as { url: string };
  const token = /`(oat_\w+)`/.exec(textOf("docs/guides/oauth.md"))?.[1];
  const headers = { authorization: `Bearer ${token}`, revision: "2026-07-15" };
  expect((await fetch(`${url}/api/profiles`, { headers })).status).toBe(200);
});
