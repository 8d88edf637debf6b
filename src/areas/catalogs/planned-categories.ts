import { fixedPages, pages, planned } from "../../contract/rows.ts";

/** Published operations on categories that are not built: each passes every stage, then answers 501. */
export const plannedCategories = [
  planned("catalog-category", "get_catalog_categories", {
    get: "/api/catalog-categories",
    scopes: ["catalogs:read"],
    tier: "XL",
    filter: {
      ids: ["any"],
      "item.id": ["equals"],
      name: ["contains"],
    },
    sort: ["created"],
    fields: ["catalog-category"],
    paging: [pages({ default: 100, max: 100 })],
  }),
  planned("catalog-category", "create_catalog_category", {
    post: "/api/catalog-categories",
    scopes: ["catalogs:write"],
    tier: "L",
    fields: ["catalog-category"],
  }),
  planned("catalog-category", "get_catalog_category", {
    get: "/api/catalog-categories/{id}",
    scopes: ["catalogs:read"],
    tier: "XL",
    fields: ["catalog-category"],
  }),
  planned("catalog-category", "update_catalog_category", {
    patch: "/api/catalog-categories/{id}",
    scopes: ["catalogs:write"],
    tier: "L",
    fields: ["catalog-category"],
  }),
  planned("catalog-category", "delete_catalog_category", {
    delete: "/api/catalog-categories/{id}",
    scopes: ["catalogs:write"],
    tier: "L",
  }),
  planned("catalog-category-bulk-create-job", "get_bulk_create_categories_jobs", {
    get: "/api/catalog-category-bulk-create-jobs",
    scopes: ["catalogs:read"],
    tier: "XL",
    filter: {
      status: ["equals"],
    },
    fields: ["catalog-category-bulk-create-job"],
    paging: [fixedPages(100)],
  }),
  planned("catalog-category-bulk-create-job", "bulk_create_catalog_categories", {
    post: "/api/catalog-category-bulk-create-jobs",
    scopes: ["catalogs:write"],
    tier: "L",
    fields: ["catalog-category-bulk-create-job"],
  }),
  planned("catalog-category-bulk-create-job", "get_bulk_create_categories_job", {
    get: "/api/catalog-category-bulk-create-jobs/{job_id}",
    scopes: ["catalogs:read"],
    tier: "XL",
    include: ["categories"],
    fields: ["catalog-category", "catalog-category-bulk-create-job"],
  }),
  planned("catalog-category-bulk-update-job", "get_bulk_update_categories_jobs", {
    get: "/api/catalog-category-bulk-update-jobs",
    scopes: ["catalogs:read"],
    tier: "XL",
    filter: {
      status: ["equals"],
    },
    fields: ["catalog-category-bulk-update-job"],
    paging: [fixedPages(100)],
  }),
  planned("catalog-category-bulk-update-job", "bulk_update_catalog_categories", {
    post: "/api/catalog-category-bulk-update-jobs",
    scopes: ["catalogs:write"],
    tier: "L",
    fields: ["catalog-category-bulk-update-job"],
  }),
  planned("catalog-category-bulk-update-job", "get_bulk_update_categories_job", {
    get: "/api/catalog-category-bulk-update-jobs/{job_id}",
    scopes: ["catalogs:read"],
    tier: "XL",
    include: ["categories"],
    fields: ["catalog-category", "catalog-category-bulk-update-job"],
  }),
  planned("catalog-category-bulk-delete-job", "get_bulk_delete_categories_jobs", {
    get: "/api/catalog-category-bulk-delete-jobs",
    scopes: ["catalogs:read"],
    tier: "XL",
    filter: {
      status: ["equals"],
    },
    fields: ["catalog-category-bulk-delete-job"],
    paging: [fixedPages(100)],
  }),
  planned("catalog-category-bulk-delete-job", "bulk_delete_catalog_categories", {
    post: "/api/catalog-category-bulk-delete-jobs",
    scopes: ["catalogs:write"],
    tier: "L",
    fields: ["catalog-category-bulk-delete-job"],
  }),
  planned("catalog-category-bulk-delete-job", "get_bulk_delete_categories_job", {
    get: "/api/catalog-category-bulk-delete-jobs/{job_id}",
    scopes: ["catalogs:read"],
    tier: "XL",
    fields: ["catalog-category-bulk-delete-job"],
  }),
  planned("catalog-item", "get_items_for_catalog_category", {
    get: "/api/catalog-categories/{id}/items",
    scopes: ["catalogs:read"],
    tier: "XL",
    filter: {
      ids: ["any"],
      "category.id": ["equals"],
      title: ["contains"],
      published: ["equals"],
    },
    sort: ["created"],
    include: ["variants"],
    fields: ["catalog-item", "catalog-variant"],
    paging: [pages({ default: 100, max: 100 })],
  }),
  planned("catalog-item", "get_item_ids_for_catalog_category", {
    get: "/api/catalog-categories/{id}/relationships/items",
    scopes: ["catalogs:read"],
    tier: "XL",
    filter: {
      ids: ["any"],
      "category.id": ["equals"],
      title: ["contains"],
      published: ["equals"],
    },
    sort: ["created"],
    paging: [pages({ default: 100, max: 100 })],
  }),
  planned("catalog-item", "add_items_to_catalog_category", {
    post: "/api/catalog-categories/{id}/relationships/items",
    scopes: ["catalogs:write"],
    tier: "L",
  }),
  planned("catalog-item", "update_items_for_catalog_category", {
    patch: "/api/catalog-categories/{id}/relationships/items",
    scopes: ["catalogs:write"],
    tier: "L",
  }),
  planned("catalog-item", "remove_items_from_catalog_category", {
    delete: "/api/catalog-categories/{id}/relationships/items",
    scopes: ["catalogs:write"],
    tier: "L",
  }),
] as const;
