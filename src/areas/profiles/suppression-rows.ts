import { instant, many } from "../../contract/members.ts";
import { type RecordOf, resource } from "../../contract/resource.ts";
import { fixedPages } from "../../contract/row-options.ts";
import { action, get, list as collection } from "../../contract/rows.ts";
import {
  absentIfNull,
  during,
  integer,
  list,
  literal,
  nullable,
  object,
  required,
  string,
} from "../../contract/shape.ts";
import { jobStatus } from "../../domain/jobs.ts";
import { collectionOf } from "../../world/store/collection-of.ts";
import { profilesMax } from "./subscription-rows.ts";

const job = (type: string) =>
  resource(type, {
    path: `/api/${type}s`,
    parameter: "job_id",
    attributes: {
      status: { shape: jobStatus },
      created_at: { shape: instant(), from: "created", fraction: "always" },
      total_count: { shape: integer() },
      completed_count: { shape: integer() },
      completed_at: { shape: nullable(instant()), fraction: "always" },
      // Those for whom it changed nothing.
      skipped_count: { shape: integer() },
    },
    // The list or segment whose members it is about: at most one, in one of the two.
    relationships: {
      lists: many("list", { ids: "lists", embedded: true }),
      segments: many("segment", { ids: "segments", embedded: true }),
    },
    kept: { started_at: nullable(instant()) },
    fields: { list_id: { type: "string" }, segment_id: { type: "string" } },
    orders: ["created", ["status", "created"], ["list_id", "created"], ["segment_id", "created"]],
    // @guess get_bulk_*suppress_profiles_jobs: The oldest job comes first.
    defaultSort: "created",
  });

/** A bulk suppression, or the taking back of one. */
export type SuppressionJob = RecordOf<ReturnType<typeof job>>;

const keys = {
  list_id: ({ lists: [id] }: SuppressionJob) => id ?? null,
  segment_id: ({ segments: [id] }: SuppressionJob) => id ?? null,
} as const;

export const suppressionJob = job("profile-suppression-bulk-create-job");
export const unsuppressionJob = job("profile-suppression-bulk-delete-job");
export const suppressions = collectionOf(suppressionJob, { keys });
export const unsuppressions = collectionOf(unsuppressionJob, { keys });

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

const listing = {
  paging: [fixedPages(20)],
} as const;

export const suppressionRows = [
  collection(suppressionJob, "get_bulk_suppress_profiles_jobs", listing),
  action(suppressionJob, "bulk_suppress_profiles", {
    body: bodyOf("profile-suppression-bulk-create-job"),
    success: accepted,
  }),
  get(suppressionJob, "get_bulk_suppress_profiles_job"),
  collection(unsuppressionJob, "get_bulk_unsuppress_profiles_jobs", listing),
  action(unsuppressionJob, "bulk_unsuppress_profiles", {
    body: bodyOf("profile-suppression-bulk-delete-job"),
    success: accepted,
  }),
  get(unsuppressionJob, "get_bulk_unsuppress_profiles_job"),
] as const;
