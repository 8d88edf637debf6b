import { many, resource } from "../../contract/resource.ts";
import { action, get, list as collection, lookup, pages, relation } from "../../contract/rows.ts";
import { list, literal, object, string } from "../../contract/shape.ts";
import { importErrors, imports } from "../../domain/collections.ts";
import { profileWithMeta } from "../../domain/profile-shape.ts";
import { jobStatuses } from "../../domain/records.ts";

export const importJob = resource("profile-bulk-import-job", {
  path: "/api/profile-bulk-import-jobs",
  parameter: "job_id",
  collection: imports.name,
  attributes: {
    status: { type: "string", shape: literal(...jobStatuses), nullable: false },
    // Whole seconds in the answer that accepts it (recorded.md, 2).
    created_at: { type: "datetime", from: "created", fraction: "read", nullable: false },
    total_count: { type: "integer", nullable: false },
    completed_count: { type: "integer", nullable: false },
    failed_count: { type: "integer", nullable: false },
    completed_at: { type: "datetime", fraction: "read" },
    expires_at: { type: "datetime", fraction: "read" },
    started_at: { type: "datetime", fraction: "read" },
  },
  relationships: {
    lists: many("list", { listed: true }),
    profiles: many("profile", { members: true }),
    "import-errors": many("import-error", { relatedOnly: true }),
  },
  fields: {
    // It is never cancelled.
    status: { type: "string", values: ["queued", "processing", "complete"] },
    created_at: { type: "datetime", from: "created" },
  },
  // @guess
  defaultSort: "created_at",
});

export const importError = resource("import-error", {
  path: "/api/import-errors",
  // There is no row for one of them; the first revisions linked to it all the same.
  linked: { until: "2024-05-15" },
  collection: importErrors.name,
  attributes: {
    code: { type: "string", nullable: false },
    title: { type: "string", nullable: false },
    detail: { type: "string", nullable: false },
    source: { type: "object", shape: object({ pointer: string() }), nullable: false },
    original_payload: { type: "object", nullable: false },
  },
});

/** The most profiles of one import. @guess: 10,000, as far as the body's size allows */
const profilesMax = 10_000;

/** Its meta came out of the attributes with 2024-02-15. */
export const importedProfile = profileWithMeta(
  [{ until: "2024-02-15" }],
  [{ since: "2024-02-15" }],
);

const newImport = object({
  data: object({
    type: literal("profile-bulk-import-job"),
    attributes: object({
      profiles: object({ data: list(importedProfile, { min: 1, max: profilesMax }) }),
    }),
    "relationships?": object({
      "lists?": object({ "data?": list(object({ type: literal("list"), id: string() })) }),
    }),
  }),
});

const since = "2023-12-15";
const scopes = ["lists:read", "profiles:read"] as const;
const paging = [pages({ default: 20, max: 100 })];

export const importRows = [
  collection(importJob, "get_bulk_import_profiles_jobs", {
    scopes,
    tier: "M",
    since,
    filter: { status: lookup },
    sort: ["created_at"],
    fields: [importJob.type],
    paging,
  }),
  action(importJob, "bulk_import_profiles", {
    post: importJob.path,
    scopes: ["lists:write", "profiles:write"],
    tier: "M",
    since,
    fields: [importJob.type],
    body: newImport,
    success: 202,
  }),
  get(importJob, "get_bulk_import_profiles_job", {
    scopes,
    tier: "M",
    since,
    include: ["lists"],
    fields: ["list", importJob.type],
  }),
  ...relation(
    importJob,
    "lists",
    ["get_list_for_bulk_import_profiles_job", "get_list_ids_for_bulk_import_profiles_job"],
    { scopes: ["lists:read"], tier: "M", since, fields: ["list"] },
  ),
  ...relation(
    importJob,
    "profiles",
    ["get_profiles_for_bulk_import_profiles_job", "get_profile_ids_for_bulk_import_profiles_job"],
    {
      scopes: ["profiles:read"],
      tier: "M",
      since,
      fields: ["profile"],
      additionalFields: { profile: ["subscriptions", "predictive_analytics"] },
      paging,
    },
  ),
  relation(importJob, "import-errors", ["get_errors_for_bulk_import_profiles_job", ""], {
    scopes: ["profiles:read"],
    tier: "M",
    since,
    fields: [importError.type],
    paging,
  })[0],
] as const;
