import { type AreaExamples, made, type Place } from "../../support/areas/example.ts";
import { changing, creating, fresh, to, toAll } from "./bodies.ts";

const properties = [
  { id: 1, name: "plan", type: "string" },
  { id: 2, name: "seats", type: "int" },
];
const read = (id: number, member: string) => ({
  id,
  type: "simple",
  source: { source_id: "$SOURCE", id_path: "$['id']", data_path: `$['${member}']` },
});
const mapping = creating("source-mapping", {
  property_mappings: [read(1, "plan"), read(2, "seats")],
});
const record = (id: string, plan: string, seats: number) =>
  fresh("data-source-record", { record: { id, plan, seats, owner: "ada.byron@example.com" } });
const source = { "data-source": to("data-source", "$SOURCE") };
const link = (type: string, id: string, meta: object) => ({ type, id, meta });
const relationshipAt = (which: number): Place => [
  "included",
  which,
  "attributes",
  "meta",
  "relationship_id",
];

export const customObjects: AreaExamples = {
  title: "Custom objects",
  intro:
    "Records of your own kind. A data source takes records, the schema of an object type says what is made of them.",
  see: {
    "custom objects": "../../areas/custom-objects.md",
    "what the shapes do not say": "../custom-objects.md",
  },
  ids: {
    "data-sources": "$SOURCE",
    "object-types": "$TYPE",
    "object-schemas": "$SCHEMA",
    "source-mappings": "$MAPPING",
    "object-records": "$TYPE:::sub-1",
  },
  requests: {
    create_data_source: {
      body: creating("data-source", { title: "Billing", description: "Subscriptions" }),
      keep: { SOURCE: made },
    },
    get_data_sources: { show: ["title"] },
    get_data_source: { show: ["title"] },
    create_object_type: {
      note: "The type comes with its first schema, which is published at once.",
      body: creating("object-type", {
        title: "Subscription",
        "object-schema": creating("object-schema", {
          properties,
          required: ["plan"],
          status: "active",
          "source-mapping": mapping,
        }),
      }),
      keep: { TYPE: made },
      show: ["title", "status"],
    },
    get_object_types: { show: ["title", "status"] },
    get_object_type: { show: ["title", "status"] },
    create_data_source_record: {
      note: "The record becomes an object of the types that read its data source.",
      body: creating(
        "data-source-record-create-job",
        { "data-source-record": { data: record("sub-1", "Basic", 1) } },
        source,
      ),
    },
    bulk_create_data_source_records: {
      note: "The second record has no plan, which the schema requires. It becomes an ingestion log.",
      body: creating(
        "data-source-record-bulk-create-job",
        {
          "data-source-records": {
            data: [
              record("sub-2", "Team", 5),
              fresh("data-source-record", { record: { id: "sub-3", seats: 2 } }),
            ],
          },
        },
        source,
      ),
    },
    get_records_for_object_type: { show: ["record_properties"] },
    get_record_ids_for_object_type: {},
    get_object_record: { show: ["record_properties"] },
    get_ingestion_logs_for_object_type: {},
    get_ingestion_log_ids_for_object_type: {},
    bulk_delete_object_records: {
      body: creating("object-record-bulk-delete-job", undefined, {
        "object-records": toAll("object-record", "$TYPE:::sub-2"),
      }),
    },
    get_current_schema_for_object_type: { show: ["status", "properties"] },
    get_current_schema_id_for_object_type: {},
    create_object_schema: {
      note: "This is a draft, which begins with the mapping of the active schema.",
      body: creating(
        "object-schema",
        { title: "Subscription", properties },
        { "object-type": to("object-type", "$TYPE") },
      ),
      keep: { SCHEMA: made },
      show: ["title", "status"],
    },
    get_draft_schema_for_object_type: { show: ["status"] },
    get_draft_schema_id_for_object_type: {},
    get_schema_versions_for_object_type: { show: ["status"] },
    get_schema_version_ids_for_object_type: {},
    create_object_schema_relationship: {
      body: { data: [link("object-schema", "$SCHEMA", { name: "replaces" })] },
    },
    create_profile_schema_relationship: {
      body: { data: [link("profile-object-schema", "profile", { name: "owner" })] },
    },
    get_object_schema: {
      query: "include=object-schemas,profile-object-schemas",
      note: "The included resources have the ids of its relationships.",
      keep: {
        REPLACES: relationshipAt(0),
        OWNER: relationshipAt(1),
      },
      show: ["status", "properties"],
    },
    update_object_schema: {
      body: changing("object-schema", "$SCHEMA", { required: ["plan", "seats"] }),
    },
    get_profile_schema_relationships: {},
    update_profile_schema_relationship: {
      body: {
        data: link("profile-object-schema", "profile", {
          relationship_id: "$OWNER",
          description: "Who pays",
        }),
      },
    },
    get_source_mapping_for_object_schema: {
      keep: { MAPPING: made },
      show: ["property_mappings"],
    },
    get_source_mapping_id_for_object_schema: {},
    get_source_mapping: { show: ["property_mappings"] },
    update_source_mapping: {
      body: changing("source-mapping", "$MAPPING", {
        property_mappings: [read(1, "plan"), read(2, "seats")],
        relationship_mappings: [
          {
            relationship_id: "$OWNER",
            type: "simple",
            source: {
              type: "profile",
              source_id: "$SOURCE",
              id_path: "$['id']",
              related_id_paths: [{ identifier_type: "email", path: "$['owner']" }],
            },
          },
        ],
      }),
      show: ["relationship_mappings"],
    },
    get_object_schema_relationships: {},
    update_object_schema_relationship: {
      body: {
        data: link("object-schema", "$SCHEMA", {
          relationship_id: "$REPLACES",
          name: "succeeds",
        }),
      },
    },
    get_object_type_relationships: {},
    get_profile_type_relationships: {},
    delete_object_schema_relationship: {
      body: { data: [link("object-schema", "$SCHEMA", { relationship_id: "$REPLACES" })] },
    },
    delete_profile_schema_relationship: {
      body: { data: [link("profile-object-schema", "profile", { relationship_id: "$OWNER" })] },
    },
    delete_object_type: {},
    delete_data_source: {},
  },
};
