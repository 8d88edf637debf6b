import { describe, expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { insteadOfRetired } from "../../src/contract/legacy.ts";
import { emulate } from "../support/emulate.ts";

describe("a route of the retired APIs", () => {
  it.each([
    ["GET", "/api/track?data=e30=", "POST /api/events"],
    ["POST", "/api/identify", "POST /api/profile-import"],
    ["POST", "/api/v2/list/AbCdEf/subscribe", "POST /api/profile-subscription-bulk-create-jobs"],
    ["DELETE", "/api/v2/list/AbCdEf/subscribe", "-delete-jobs in place of DELETE"],
    ["POST", "/api/v1/people/exclusions", "POST /api/profile-suppression-bulk-create-jobs"],
    ["GET", "/api/v2/people/search?email=a@b.co", "GET /api/profiles?filter=equals(email,...)"],
    ["GET", "/api/v1/metrics/timeline", "GET /api/events"],
    ["GET", "/api/v1/metrics", "GET /api/metrics"],
    ["PUT", "/api/v2/whatever/else", "the endpoints under /api"],
  ])("%s %s is gone, and says where to go", async (method, path, instead) => {
    const { ask } = await emulate();
    const answer = await ask(method, path, { headers: { revision: "2099-01-01" } });
    expect([answer.status, answer.errors[0]?.code]).toEqual([410, "gone"]);
    expect(answer.errors[0]?.detail).toContain(instead);
  });

  it("is the path of no operation", () => {
    const paths = [...createApi().operations.values()].map(({ path }) => path);
    expect(paths.filter((path) => insteadOfRetired(path) !== undefined)).toEqual([]);
  });

  it("says what becomes of what was sent", async () => {
    const { ask } = await emulate();
    const { headers } = await ask("POST", "/api/track");
    expect(headers.get("x-emulator-hint")).toContain("$email is attributes.email");
  });

  it("is not one that only begins like it", async () => {
    const { get } = await emulate();
    for (const path of ["/api/tracking-settings", "/api/v10", "/api/identifying"]) {
      expect((await get(path)).status).not.toBe(410);
    }
  });
});
