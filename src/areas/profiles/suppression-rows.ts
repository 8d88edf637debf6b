import { many, resource, type Resource } from "../../contract/resource.ts";
import { action, fixedPages, get, list as collection } from "../../contract/rows.ts";
import {
  absentIfNull,
  during,
  list,
  literal,
  object,
  required,
  string,
} from "../../contract/shape.ts";
import { suppressions, unsuppressions } from "../../domain/collections.ts";
import { jobStatuses } from "../../domain/records.ts";
import { profilesMax } from "./subscription-rows.ts";

const job = (type: string, of: { readonly name: string }): Resource =>
  resource(type, {
    path: `/api/${type}s`,
    parameter: "job_id",
    collection: of.name,
    attributes: {
      status: { type: "string", shape: literal(...jobStatuses), nullable: false },
      created_at: { type: "datetime", from: "created", fraction: "always", nullable: false },
      total_count: { type: "integer", nullable: false },
      completed_count: { type: "integer", nullable: false },
      completed_at: { type: "datetime", fraction: "always" },
      skipped_count: { type: "integer", nullable: false },
    },
    relationships: {
      lists: many("list", { embedded: "lists" }),
      segments: many("segment", { embedded: "segments" }),
    },
    fields: {
      status: { type: "string", values: jobStatuses },
      list_id: { type: "string" },
      segment_id: { type: "string" },
      created: { type: "datetime" },
    },
    // @guess
    defaultSort: "created",
  });

export const suppressionJob = job("profile-suppression-bulk-create-job", suppressions);
export const unsuppressionJob = job("profile-suppression-bulk-delete-job", unsuppressions);

const named = (type: "list" | "segment") =>
  object({ "data?": object({ type: literal(type), id: string() }) });

const onlyPeople = { until: "2024-02-15" } as const;

const people = object({
  data: list(
    object({
      type: literal("profile"),
      attributes: object({ email: string({ format: "email" }) }),
    }),
    { min: 1, max: profilesMax },
  ),
});

/** Whom it is about: profiles, or since 2024-02-15 a list, or a segment. */
const bodyOf = (
  type: "profile-suppression-bulk-create-job" | "profile-suppression-bulk-delete-job",
) =>
  object({
    data: object({
      type: literal(type),
      attributes: object({ "profiles?": required(absentIfNull(people), onlyPeople) }),
      "relationships?": during(object({ "list?": named("list"), "segment?": named("segment") }), {
        since: "2024-02-15",
      }),
    }),
  });

/** The request shows its job since 2024-10-15 (behaviour.md, 1). */
const accepted = [
  { status: 202, empty: true, until: "2024-10-15" },
  { status: 202, empty: false, since: "2024-10-15" },
] as const;

/** Since then a job can be read, too. */
const reading = {
  scopes: ["subscriptions:read"],
  tier: "L",
  since: "2024-10-15",
} as const;

const listing = {
  ...reading,
  filter: { status: ["equals"], list_id: ["equals"], segment_id: ["equals"] },
  sort: ["created"],
  paging: [fixedPages(20)],
} as const;

export const suppressionRows = [
  collection(suppressionJob, "get_bulk_suppress_profiles_jobs", {
    ...listing,
    fields: [suppressionJob.type],
  }),
  action(suppressionJob, "bulk_suppress_profiles", {
    post: suppressionJob.path,
    scopes: ["profiles:write", "subscriptions:write"],
    tier: "L",
    fields: [suppressionJob.type],
    body: bodyOf("profile-suppression-bulk-create-job"),
    success: accepted,
  }),
  get(suppressionJob, "get_bulk_suppress_profiles_job", {
    ...reading,
    fields: [suppressionJob.type],
  }),
  collection(unsuppressionJob, "get_bulk_unsuppress_profiles_jobs", {
    ...listing,
    fields: [unsuppressionJob.type],
  }),
  action(unsuppressionJob, "bulk_unsuppress_profiles", {
    post: unsuppressionJob.path,
    scopes: ["subscriptions:write"],
    tier: "L",
    fields: [unsuppressionJob.type],
    body: bodyOf("profile-suppression-bulk-delete-job"),
    success: accepted,
  }),
  get(unsuppressionJob, "get_bulk_unsuppress_profiles_job", {
    ...reading,
    fields: [unsuppressionJob.type],
  }),
] as const;
