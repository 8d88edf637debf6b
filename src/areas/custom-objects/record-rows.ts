import { objectRecord, objectType } from "../../domain/resources/custom-object.ts";
import {
  action,
  create,
  fixedPages,
  get,
  list,
  lookup,
  pages,
  relation,
  remove,
} from "../../contract/rows.ts";
import { goneRecords, newSourceRecord, newSourceRecords } from "./body.ts";
import { dataSource, goneRecordsJob } from "./resources.ts";
import { sourceRecordJob, sourceRecordsJob } from "./resources.ts";
import { reading, writing } from "./schema-rows.ts";

const sourcesRead = { ...reading, since: "2025-07-15", fields: ["data-source"] } as const;
const sourcesWrite = { ...writing, since: "2025-07-15" } as const;
const sized = [pages({ default: 20, max: 100 })];

export const recordRows = [
  list(dataSource, "get_data_sources", { ...sourcesRead, paging: sized }),
  create(dataSource, "create_data_source", { ...sourcesWrite, fields: ["data-source"] }),
  get(dataSource, "get_data_source", sourcesRead),
  remove(dataSource, "delete_data_source", sourcesWrite),
  action(sourceRecordsJob, "bulk_create_data_source_records", {
    post: sourceRecordsJob.path,
    scopes: ["custom-objects:write"],
    limits: { burst: 3, steady: 15 },
    since: "2025-07-15",
    bodyBytesMax: 4_000_000,
    body: newSourceRecords,
    success: 204,
    empty: true,
  }),
  action(sourceRecordJob, "create_data_source_record", {
    post: sourceRecordJob.path,
    scopes: ["custom-objects:write"],
    tier: "L",
    since: "2026-01-15",
    body: newSourceRecord,
    success: 204,
    empty: true,
  }),
  action(objectRecord, "get_object_record", {
    get: `${objectRecord.path}/{id}`,
    ...reading,
    fields: ["object-record"],
    success: 200,
  }),
  action(goneRecordsJob, "bulk_delete_object_records", {
    post: goneRecordsJob.path,
    ...writing,
    body: goneRecords,
    success: 202,
    empty: true,
  }),
  ...relation(
    objectType,
    "object-records",
    ["get_records_for_object_type", "get_record_ids_for_object_type"],
    { ...reading, fields: ["object-record"], paging: sized },
  ),
  ...relation(
    objectType,
    "object-ingestion-logs",
    ["get_ingestion_logs_for_object_type", "get_ingestion_log_ids_for_object_type"],
    {
      ...reading,
      tier: "XS",
      filter: {
        record_id: ["equals"],
        status: lookup,
        event_type: lookup,
        timestamp: ["greater-or-equal", "less-than"],
      },
      include: ["object-record", "object-type"],
      fields: ["object-ingestion-log", "object-record", "object-type"],
      paging: [fixedPages(50)],
    },
  ),
] as const;
