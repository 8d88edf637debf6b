import { fixedPages, pages, planned } from "../../contract/rows.ts";

/** Published operations on variants that are not built: each passes every stage, then answers 501. */
export const plannedVariants = [
  planned("catalog-variant", "get_catalog_variants", {
    get: "/api/catalog-variants",
    scopes: ["catalogs:read"],
    tier: "XL",
    filter: {
      ids: ["any"],
      "item.id": ["equals"],
      sku: ["equals"],
      title: ["contains"],
      published: ["equals"],
    },
    sort: ["created"],
    fields: ["catalog-variant"],
    paging: [pages({ default: 100, max: 100 })],
  }),
  planned("catalog-variant", "create_catalog_variant", {
    post: "/api/catalog-variants",
    scopes: ["catalogs:write"],
    tier: "L",
    fields: ["catalog-variant"],
  }),
  planned("catalog-variant", "get_catalog_variant", {
    get: "/api/catalog-variants/{id}",
    scopes: ["catalogs:read"],
    tier: "XL",
    fields: ["catalog-variant"],
  }),
  planned("catalog-variant", "update_catalog_variant", {
    patch: "/api/catalog-variants/{id}",
    scopes: ["catalogs:write"],
    tier: "L",
    fields: ["catalog-variant"],
  }),
  planned("catalog-variant", "delete_catalog_variant", {
    delete: "/api/catalog-variants/{id}",
    scopes: ["catalogs:write"],
    tier: "L",
  }),
  planned("catalog-variant-bulk-create-job", "get_bulk_create_variants_jobs", {
    get: "/api/catalog-variant-bulk-create-jobs",
    scopes: ["catalogs:read"],
    tier: "L",
    filter: {
      status: ["equals"],
    },
    fields: ["catalog-variant-bulk-create-job"],
    paging: [fixedPages(100)],
  }),
  planned("catalog-variant-bulk-create-job", "bulk_create_catalog_variants", {
    post: "/api/catalog-variant-bulk-create-jobs",
    scopes: ["catalogs:write"],
    tier: "L",
    fields: ["catalog-variant-bulk-create-job"],
  }),
  planned("catalog-variant-bulk-create-job", "get_bulk_create_variants_job", {
    get: "/api/catalog-variant-bulk-create-jobs/{job_id}",
    scopes: ["catalogs:read"],
    tier: "L",
    include: ["variants"],
    fields: ["catalog-variant", "catalog-variant-bulk-create-job"],
  }),
  planned("catalog-variant-bulk-update-job", "get_bulk_update_variants_jobs", {
    get: "/api/catalog-variant-bulk-update-jobs",
    scopes: ["catalogs:read"],
    tier: "L",
    filter: {
      status: ["equals"],
    },
    fields: ["catalog-variant-bulk-update-job"],
    paging: [fixedPages(100)],
  }),
  planned("catalog-variant-bulk-update-job", "bulk_update_catalog_variants", {
    post: "/api/catalog-variant-bulk-update-jobs",
    scopes: ["catalogs:write"],
    tier: "L",
    fields: ["catalog-variant-bulk-update-job"],
  }),
  planned("catalog-variant-bulk-update-job", "get_bulk_update_variants_job", {
    get: "/api/catalog-variant-bulk-update-jobs/{job_id}",
    scopes: ["catalogs:read"],
    tier: "L",
    include: ["variants"],
    fields: ["catalog-variant", "catalog-variant-bulk-update-job"],
  }),
  planned("catalog-variant-bulk-delete-job", "get_bulk_delete_variants_jobs", {
    get: "/api/catalog-variant-bulk-delete-jobs",
    scopes: ["catalogs:read"],
    tier: "XL",
    filter: {
      status: ["equals"],
    },
    fields: ["catalog-variant-bulk-delete-job"],
    paging: [fixedPages(100)],
  }),
  planned("catalog-variant-bulk-delete-job", "bulk_delete_catalog_variants", {
    post: "/api/catalog-variant-bulk-delete-jobs",
    scopes: ["catalogs:write"],
    tier: "L",
    fields: ["catalog-variant-bulk-delete-job"],
  }),
  planned("catalog-variant-bulk-delete-job", "get_bulk_delete_variants_job", {
    get: "/api/catalog-variant-bulk-delete-jobs/{job_id}",
    scopes: ["catalogs:read"],
    tier: "XL",
    fields: ["catalog-variant-bulk-delete-job"],
  }),
] as const;
