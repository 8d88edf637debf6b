import { instant, many } from "../../contract/members.ts";
import { bodyOf, named } from "../bodies.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { action, get, list as collection, relations } from "../../contract/rows.ts";
import { integer, list, nullable, object, open, string } from "../../contract/shape.ts";
import { jobStatus } from "../../domain/jobs.ts";
import { profileWithMeta } from "../../domain/profiles/shape.ts";
import { collectionOf } from "../../world/store/collection-of.ts";

export const importJob = resource("profile-bulk-import-job", {
  path: "/api/profile-bulk-import-jobs",
  parameter: "job_id",
  attributes: {
    status: { shape: jobStatus },
    // Whole seconds in the answer that accepts it (recorded.md, 2).
    created_at: { shape: instant(), from: "created", fraction: "read" },
    total_count: { shape: integer() },
    completed_count: { shape: integer() },
    failed_count: { shape: integer() },
    completed_at: { shape: nullable(instant()), fraction: "read" },
    expires_at: { shape: instant(), fraction: "read" },
    started_at: { shape: nullable(instant()), fraction: "read" },
  },
  relationships: {
    lists: many("list", { ids: "lists", listed: true }),
    profiles: many("profile", { members: true }),
    "import-errors": many("import-error", { by: "job", relatedOnly: true }),
  },
  fields: {
    // It is never cancelled.
    status: { type: "string", values: ["queued", "processing", "complete"] },
    created_at: { type: "datetime", from: "created" },
  },
  orders: ["created", ["status", "created"], "status"],
  // @guess get_bulk_import_profiles_jobs: Without `sort`, the oldest job comes first.
  defaultSort: "created_at",
});

export type ImportJob = RecordOf<typeof importJob>;
export const imports = collectionOf(importJob);

/** Why one profile of an import was not imported. */
export const importError = resource("import-error", {
  path: "/api/import-errors",
  // There is no row for one of them; the first revisions linked to it all the same.
  linked: { until: "2024-05-15" },
  attributes: {
    code: { shape: string() },
    title: { shape: string() },
    detail: { shape: string() },
    source: { shape: object({ pointer: string() }) },
    original_payload: { shape: open() },
  },
  kept: { job: string() },
  fields: { job: { type: "string" } },
  orders: ["job"],
  defaultSort: "job",
});

export type ImportError = RecordOf<typeof importError>;
export const importErrors = collectionOf(importError, { keys: { job: ({ job }) => job } });

/** @guess bulk_import_profiles: One import takes up to 10,000 profiles. */
const profilesMax = 10_000;

/** Its meta came out of the attributes with 2024-02-15. */
export const importedProfile = profileWithMeta(
  [{ until: "2024-02-15" }],
  [{ since: "2024-02-15" }],
);

const newImport = bodyOf("profile-bulk-import-job", {
  attributes: object({
    profiles: object({ data: list(importedProfile, { min: 1, max: profilesMax }) }),
  }),
  "relationships?": object({ "lists?": object({ "data?": list(named("list")) }) }),
});

export const importRows = [
  collection(importJob, "get_bulk_import_profiles_jobs"),
  action(importJob, "bulk_import_profiles", { body: newImport }),
  get(importJob, "get_bulk_import_profiles_job"),
  ...relations(importJob, ["lists", "profiles", "import-errors"]),
] as const;
