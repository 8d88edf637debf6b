import { objectRecord, objectType } from "../../domain/resources/custom-object.ts";
import { fixedPages } from "../../contract/row-options.ts";
import { action, create, get, list, relations, remove } from "../../contract/rows.ts";
import { goneRecords, newSourceRecord, newSourceRecords } from "./body.ts";
import { dataSource, goneRecordsJob } from "./resources.ts";
import { sourceRecordJob, sourceRecordsJob } from "./resources.ts";

export const recordRows = [
  list(dataSource, "get_data_sources"),
  create(dataSource, "create_data_source"),
  get(dataSource, "get_data_source"),
  remove(dataSource, "delete_data_source"),
  action(sourceRecordsJob, "bulk_create_data_source_records", {
    bodyBytesMax: 4_000_000,
    body: newSourceRecords,
  }),
  action(sourceRecordJob, "create_data_source_record", { body: newSourceRecord }),
  action(objectRecord, "get_object_record"),
  action(goneRecordsJob, "bulk_delete_object_records", { body: goneRecords }),
  ...relations(objectType, ["object-records"]),
  ...relations(objectType, ["object-ingestion-logs"], { paging: [fixedPages(50)] }),
] as const;
