import type { OpenApi } from "../contract/openapi/document.ts";
import { defaultVendorName, vendorNames } from "../contract/vendor-names.ts";
import { described, type Infer, object, string } from "../contract/shape.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import { nearest } from "../world/name-match.ts";
import type { Applied, Revisions } from "../world/revisions.ts";
import { inTurns, type Slices } from "../world/time/slices.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { jsonOf } from "./json-pieces.ts";
import { type ControlOperation, KeptJson } from "./operation.ts";
import { ControlError } from "../emulation/problem.ts";

/**
 * The service in one revision: the newest, unless one is named. A date between two of them is the
 * earlier one.
 *
 * @throws ControlError for what is no revision
 */
export async function serviceDocument(
  emulation: Emulation,
  url: string,
  asked?: string,
): Promise<OpenApi> {
  const { body } = await keptServiceDocument(emulation, url, asked);
  return JSON.parse(body.toString()) as OpenApi;
}

function keptServiceDocument(
  { api, world }: Emulation,
  url: string,
  asked: string | undefined,
): Promise<KeptJson> {
  const { revisions, settings, clock } = world;
  const { revision: called, base } = readRevision(revisions, asked ?? revisions.newest);
  const { authScheme, vendorName } = settings;
  const patches = revisions.patchesOf(called);
  const options = { revision: base, called, url, authScheme };
  const more = patches.length === 0 ? {} : { "x-patches": structuredClone(patches) };
  const about = JSON.stringify([options, vendorName, more]);
  return kept(api, about, async () => {
    // No start needs it.
    const { openApiOf } = await import("../contract/openapi/document.ts");
    const rename = renaming(vendorName);
    return inTurns(madeOf(openApiOf(api, options), more, rename), () => clock.realNow());
  });
}

/** How many documents are kept: one for each revision, and some more. */
const keptMax = 20;
const keptDocuments = new WeakMap<object, Map<string, Promise<KeptJson>>>();

/** A document of somebody as it was made before, else as it is made now: once, however many ask for it meanwhile. */
function kept(of: object, about: string, make: () => Promise<KeptJson>): Promise<KeptJson> {
  const known = keptDocuments.get(of) ?? new Map<string, Promise<KeptJson>>();
  keptDocuments.set(of, known);
  const found = known.get(about);
  if (found !== undefined) return found;
  const [oldest] = known.keys();
  if (known.size >= keptMax && oldest !== undefined) known.delete(oldest);
  const made = make();
  known.set(about, made);
  return made;
}

function* madeOf(
  document: Slices<OpenApi>,
  more: object = {},
  rename = (text: string) => text,
): Slices<KeptJson> {
  const pieces = jsonOf({ ...(yield* document), ...more });
  const texts: Buffer[] = [];
  for (;;) {
    const { done = false, value = "" } = pieces.next();
    texts.push(Buffer.from(rename(value)));
    if (done) return new KeptJson(Buffer.concat(texts));
    yield;
  }
}

const headers = ["requestIdHeader", "revisionHeader", "retirementHeader", "filtersHeader"] as const;

/** What gives a text the names that it has where the service has another. */
function renaming(vendor: string | undefined): (text: string) => string {
  if (vendor === undefined || vendor === defaultVendorName) return (text) => text;
  const [own, usual] = [vendorNames(vendor), vendorNames()];
  return (text) =>
    headers.reduce(
      (known, name) => known.replaceAll(new RegExp(`\\b${usual[name]}\\b`, "gi"), own[name]),
      text.replaceAll(usual.sdkMember, own.sdkMember),
    );
}

function readRevision(revisions: Revisions, asked: string): Applied {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(asked) && parseDatetime(asked) !== undefined;
  const found = isDate ? revisions.latestAt(asked) : undefined;
  if (found !== undefined) return found;
  const near = nearest(asked, revisions.names());
  const why = `no revision ${asked}, the newest is ${revisions.newest}`;
  throw new ControlError(why, "revision", { nearest: near });
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
    run: ({ emulation, operations, origin }) =>
      kept(operations, origin, async () => {
        const { controlDocument } = await import("./document.ts");
        const { clock } = emulation.world;
        return inTurns(madeOf(controlDocument(operations, origin)), () => clock.realNow());
      }),
    open: true,
  },
  {
    method: "GET",
    path: "/_emulator/service/openapi.json",
    does: "the service as an OpenAPI document",
    common: true,
    query: documentQuery,
    run: ({ emulation, origin, query }) =>
      keptServiceDocument(emulation, origin, (query as Infer<typeof documentQuery>).revision),
    open: true,
  },
];
