import type { OpenApi } from "../contract/openapi/document.ts";
import { defaultVendorName, vendorNames } from "../contract/vendor-names.ts";
import { phrase } from "../contract/shape.ts";
import { parseDatetime } from "../jsonapi/time.ts";
import type { Applied, Revisions } from "../world/revisions.ts";
import { machine } from "../world/time/machine-time.ts";
import { inTurns, type Slices } from "../world/time/slices.ts";
import type { Emulation } from "../emulation/emulation.ts";
import { jsonOf } from "./pieces.ts";
import { operation } from "./act.ts";
import { type ControlOperation, KeptJson } from "./operation.ts";
import { notAmong } from "../emulation/problem.ts";

/** The service in one revision, default the newest; a date between two is the earlier. @throws ControlError */
export async function serviceDocument(emulation: Emulation, url: string, asked?: string) {
  const { body } = await keptServiceDocument(emulation, url, asked);
  return JSON.parse(body.toString()) as OpenApi;
}

function keptServiceDocument({ api, world }: Emulation, url: string, asked: string | undefined) {
  const { revisions, settings } = world;
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
    return inTurns(madeOf(openApiOf(api, options), more, rename), machine.now);
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

function* madeOf(document: Slices<OpenApi>, more: object = {}, rename = (text: string) => text) {
  const pieces = jsonOf({ ...(yield* document), ...more });
  const texts: Buffer[] = [];
  for (;;) {
    const { done = false, value = "" } = pieces.next();
    texts.push(Buffer.from(rename(value)));
    if (done) return new KeptJson(Buffer.concat(texts));
    yield;
  }
}

/** What gives a text the names that it has where the service has another. */
function renaming(vendor: string | undefined): (text: string) => string {
  if (vendor === undefined || vendor === defaultVendorName) return (text) => text;
  const names = ["requestIdHeader", "revisionHeader", "retirementHeader", "filtersHeader"] as const;
  const [own, usual] = [vendorNames(vendor), vendorNames()];
  return (text) =>
    names.reduce(
      (known, name) => known.replaceAll(new RegExp(`\\b${usual[name]}\\b`, "gi"), own[name]),
      text.replaceAll(usual.sdkMember, own.sdkMember),
    );
}

function readRevision(revisions: Revisions, asked: string): Applied {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(asked) && parseDatetime(asked) !== undefined;
  const found = isDate ? revisions.latestAt(asked) : undefined;
  if (found !== undefined) return found;
  const why = `no revision ${asked}, the newest is ${revisions.newest}`;
  throw notAmong(revisions.names(), asked, why, "revision");
}

export const openApiOperations: readonly ControlOperation[] = [
  operation("GET /_emulator/openapi.json", {
    does: "this API as an OpenAPI document",
    common: true,
    run: ({ operations, origin }) =>
      kept(operations, origin, async () => {
        const { controlDocument } = await import("./document.ts");
        return inTurns(madeOf(controlDocument(operations, origin)), machine.now);
      }),
    open: true,
  }),
  operation("GET /_emulator/service/openapi.json", {
    does: "the service as an OpenAPI document",
    common: true,
    query: {
      "revision?": phrase("A revision of the service: the newest if it is not said."),
    },
    run: ({ emulation, origin, query }) =>
      keptServiceDocument(emulation, origin, query["revision"] as string | undefined),
    open: true,
  }),
];
