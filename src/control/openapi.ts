import type { OpenApi } from "../contract/openapi/document.ts";
import { defaultVendorName, vendorNames } from "../contract/vendor-names.ts";
import { described, type Infer, object, string } from "../contract/shape.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import { nearest } from "../world/nearest.ts";
import type { Applied, Revisions } from "../world/revisions.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { ControlOperation } from "./operation.ts";
import { ControlError } from "../emulation/problem.ts";

/**
 * The service in one revision: the newest, unless one is named. A date between two of them is the
 * earlier one.
 *
 * @throws ControlError for what is no revision
 */
export async function serviceDocument(
  { api, world }: Emulation,
  url: string,
  asked?: string,
): Promise<OpenApi> {
  const { revisions } = world;
  const { revision: called, base } = readRevision(revisions, asked ?? revisions.newest);
  // No start needs it.
  const { openApiOf } = await import("../contract/openapi/document.ts");
  const { authScheme } = world.settings;
  const document = calledBy(
    world.settings.vendorName,
    openApiOf(api, { revision: base, called, url, authScheme }),
  );
  const patches = revisions.patchesOf(called);
  return patches.length === 0 ? document : { ...document, "x-patches": patches };
}

const headers = ["requestIdHeader", "revisionHeader", "retirementHeader", "filtersHeader"] as const;

/** The same where the service has another name. */
function calledBy(vendor: string | undefined, document: OpenApi): OpenApi {
  if (vendor === undefined || vendor === defaultVendorName) return document;
  const [own, usual] = [vendorNames(vendor), vendorNames()];
  const renamed = headers.reduce(
    (text, name) => text.replaceAll(new RegExp(`\\b${usual[name]}\\b`, "gi"), own[name]),
    JSON.stringify(document).replaceAll(usual.sdkMember, own.sdkMember),
  );
  return JSON.parse(renamed) as OpenApi;
}

function readRevision(revisions: Revisions, asked: string): Applied {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(asked) && parseDatetime(asked) !== undefined;
  const found = isDate ? revisions.latestAt(asked) : undefined;
  if (found !== undefined) return found;
  const near = nearest(asked, revisions.names());
  throw new ControlError(`no revision ${asked}`, "revision", { nearest: near });
}

const documentQuery = object({
  "revision?": described(string(), "A revision of the service: the newest if it is not said."),
});

export const openApiOperations: readonly ControlOperation[] = [
  {
    method: "GET",
    path: "/_emulator/openapi.json",
    does: "this API as an OpenAPI document",
    common: true,
    run: async ({ operations, origin }) => {
      const { controlDocument } = await import("./document.ts");
      return controlDocument(operations, origin);
    },
    open: true,
  },
  {
    method: "GET",
    path: "/_emulator/service/openapi.json",
    does: "the service as an OpenAPI document",
    common: true,
    query: documentQuery,
    run: ({ emulation, origin, query }) =>
      serviceDocument(emulation, origin, (query as Infer<typeof documentQuery>).revision),
    open: true,
  },
];
