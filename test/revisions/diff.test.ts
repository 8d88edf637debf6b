import { describe, expect, it } from "vitest";
import { revisionDiff } from "../../src/contract/lives.ts";
import type { Revision } from "../../src/contract/revisions.ts";
import { listening, runHere } from "../support/cli.ts";
import { api } from "../support/described.ts";

describe("revisions diff", () => {
  it.each([
    ["create_event", "data.attributes.profile.data.meta.patch_identifiers"],
    ["create_client_event", "data.attributes.profile.data.meta.patch_identifiers"],
    ["create_client_subscription", "data.attributes.profile.data.meta.patch_identifiers"],
    [
      "unregister_client_push_token",
      "data.attributes.profile.data.attributes.meta.patch_identifiers",
    ],
    ["bulk_import_profiles", "data.attributes.profiles.data[].attributes.meta.patch_identifiers"],
  ])("of %s tells nothing of what is within a member that is not there", (of, name) => {
    const told = revisionDiff(api, "2026-01-15", "2026-07-15");
    expect(told.filter((each) => each.of === of).map((each) => each.name)).not.toContain(name);
  });

  it("calls added what came, and removed what went, whichever way one goes", () => {
    const of = "get_client_geofences";
    const changed = (from: Revision, to: Revision) =>
      revisionDiff(api, from, to).filter((each) => each.of === of);
    expect(changed("2026-01-15", "2026-07-15")).toEqual([
      { change: "added", what: "operation", of, name: "" },
    ]);
    expect(changed("2026-07-15", "2026-01-15")).toEqual([
      { change: "removed", what: "operation", of, name: "" },
    ]);
  });

  it("of an operation that is in one of them alone tells nothing but that", () => {
    const told = revisionDiff(api, "2026-07-15", "2026-01-15");
    const gone = told.filter(({ what }) => what === "operation").map(({ of }) => of);
    expect(gone).toContain("create_conversation_message");
    expect(told.filter(({ what, of }) => what !== "operation" && gone.includes(of))).toEqual([]);
    const stays = told.filter(({ of }) => of === "create_client_subscription");
    expect(stays.map(({ what }) => what)).toContain("needed");
  });

  it("--requests reads a query with a question mark in it to its end", async () => {
    const { ask, cli } = await listening();
    const asked = await ask(`/api/lists?filter=equals(name,"What?")`);
    expect(asked.status).toBe(200);
    const line = "revisions diff 2026-07-15 2026-04-15 --requests";
    const { stdout } = await cli(...line.split(" "));
    expect(stdout).toMatch(/^0 of 1 calls/);
  });

  it("of a revision that is not served is refused instead of made up", async () => {
    const { code, stdout } = await runHere(["revisions", "diff", "2022-10-17", "2026-07-15"]);
    expect([code, stdout]).toEqual([2, ""]);
  });
});
