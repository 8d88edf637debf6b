import { describe, expect, it } from "vitest";
import { newEvent } from "../support/bodies.ts";
import { emulate, refusalOf } from "../support/emulate.ts";

const withRevision = (revision: string) => ({ headers: { revision } });

describe("the revision header", () => {
  it.each([
    ["2026-07-15", "2026-07-15"],
    ["2026-07-16", "2026-07-15"],
    ["2026-07-20", "2026-07-15"],
    ["2024-10-14", "2024-07-15"],
    ["2023-10-15", "2023-10-15"],
    ["2023-12-14", "2023-10-15"],
  ])("%s is answered in %s", async (sent, applied) => {
    const { get } = await emulate();
    const { status, headers } = await get("/api/profiles", withRevision(sent));
    expect([status, headers.get("x-service-api-revision")]).toEqual([200, applied]);
  });

  it.each([
    ["", 400, "The revision header is required."],
    ["latest", 400, "The revision header is a date in the form YYYY-MM-DD."],
    ["2026-02-30", 400, "The revision header is a date in the form YYYY-MM-DD."],
    ["20260715", 400, "The revision header is a date in the form YYYY-MM-DD."],
    ["2026-07-21", 404, "Unable to specify a future revision date"],
    ["2023-10-14", 410, "The revision 2023-10-14 is retired."],
    ["2022-10-17", 410, "The revision 2022-10-17 is retired."],
    ["1999-01-01", 410, "The revision 1999-01-01 is retired."],
  ])("%j is refused with %i", async (sent, status, detail) => {
    const { get } = await emulate();
    const answer = await get("/api/profiles", withRevision(sent));
    expect([answer.status, answer.errors[0]?.detail]).toEqual([status, detail]);
    expect(answer.headers.get("x-emulator-hint")).toBeTruthy();
  });

  it("that is older than the operation is refused, naming the earliest that has it", async () => {
    const { post } = await emulate();
    const answer = await post("/api/profile-import", {}, withRevision("2023-12-15"));
    expect(refusalOf(answer)).toEqual([404, "not_found", "/data/"]);
    expect(answer.errors[0]?.detail).toContain("2024-02-15");
  });

  it("may be missing on /client, where the newest is meant", async () => {
    const { emulator } = await emulate();
    const response = await emulator.fetch(`/client/events?company_id=${emulator.companyId}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(newEvent()),
    });
    expect([response.status, response.headers.get("x-service-api-revision")]).toEqual([
      202,
      "2026-07-15",
    ]);
  });

  it("over a year old is told when it will retire", async () => {
    const { get } = await emulate();
    const retires = async (revision: string) =>
      (await get("/api/profiles", withRevision(revision))).headers.get(
        "x-service-api-retirement-date",
      );
    expect(await retires("2025-04-15")).toBe("2027-04-15");
    expect(await retires("2025-10-15")).toBeNull();
  });

  it("410 carries the message that old clients read", async () => {
    const { get } = await emulate();
    const { text } = await get("/api/v2/people");
    expect(JSON.parse(text)).toMatchObject({
      message: expect.any(String),
      errors: [{ status: 410, code: "gone" }],
    });
  });
});

describe("an older revision", () => {
  it("lacks the attributes that came later", async () => {
    const { get } = await emulate({ fixtures: ["test/support/two.yaml"] });
    const key = "pk_first000000000000000000000000000000";
    const attributes = async (revision: string) =>
      Object.keys(
        (await get("/api/profiles", { key, headers: { revision } })).many[0]?.attributes ?? {},
      );
    expect(await attributes("2024-05-15")).toContain("locale");
    expect(await attributes("2024-02-15")).not.toContain("locale");
  });

  it("has the includes and filters of its time", async () => {
    const { get } = await emulate();
    const status = async (query: string, revision: string) =>
      (await get(query, withRevision(revision))).status;
    expect(await status("/api/profiles?include=lists", "2025-10-15")).toBe(200);
    expect(await status("/api/profiles?include=lists", "2026-01-15")).toBe(400);
    expect(await status("/api/events?filter=has(profile)", "2023-12-15")).toBe(200);
    expect(await status("/api/events?filter=has(profile)", "2023-10-15")).toBe(400);
  });
});
