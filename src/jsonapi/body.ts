import { isUtf8 } from "node:buffer";
import { gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import type { Revision } from "../contract/revisions.ts";
import type { Shape } from "../contract/shape.ts";
import { withoutAbsent } from "./absent.ts";
import { checkShape } from "./check.ts";
import { jsonAdvice } from "./json-advice.ts";
import { invalid, invalidBody, malformedJson, payloadTooLarge } from "./refusal.ts";
import { Refusal, refused, unsupportedMediaType } from "./refusal.ts";

/** The largest body, after decompression (specification, "Payload and ingestion limits"). */
export const bodyBytesMax = 5_000_000;

/** How deep a body may nest at all; single rows are stricter. */
export const depthMax = 40;

const mediaTypes = ["application/json", "application/vnd.api+json"];

/** A body as it came: undefined bytes mean that it was cut off for its size. */
export interface RawBody {
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
  readonly bytes: Uint8Array | undefined;
  /** The most that its row takes, after decompression; not given: what all rows do. */
  readonly bytesMax?: number | undefined;
}

/** A body that was read, if it has the shape that its row asks for in this revision. */
export function shapedBody(body: unknown, shape: Shape | undefined, revision: Revision): unknown {
  if (refused(body) || shape === undefined) return body;
  const problems = checkShape(shape, body, revision);
  return problems.length > 0 ? invalidBody(problems) : withoutAbsent(shape, body);
}

/** Why a body has none of these media types; undefined: it has. */
export function otherMediaType(
  { contentType = "" }: RawBody,
  known: readonly string[],
): Refusal | undefined {
  const mediaType = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (known.includes(mediaType)) return undefined;
  return unsupportedMediaType(
    `Unsupported media type "${mediaType}" in request.`,
    `Content-Type is '${mediaType}': send Content-Type: ${known[0]}`,
  );
}

/**
 * The JSON value of a body, whatever its shape. Refuses in the order of the stage: media type,
 * encoding, size, JSON, depth.
 */
export function readJson(body: RawBody): unknown {
  const other = otherMediaType(body, mediaTypes);
  if (other !== undefined) return other;
  const plain = decompressed(body, body.bytesMax);
  if (refused(plain)) return plain;
  if (!isUtf8(plain)) {
    const hint = "the body is not valid UTF-8: encode it as UTF-8";
    return malformedJson("The body is not valid UTF-8.", hint);
  }
  const text = Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength).toString("utf8");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    return malformedJson(`JSON parse error: ${message.slice(0, 200)}`, jsonAdvice(text, message));
  }
  if (deeperThan(value, depthMax))
    return invalid("/data/", `The body nests deeper than ${depthMax} levels.`);
  return value;
}

/** The bytes of a body without its encoding, at most so many. */
export function decompressed(
  { bytes, contentEncoding: encoding = "identity" }: RawBody,
  bytesMax = bodyBytesMax,
): Uint8Array | Refusal {
  const name = encoding.trim().toLowerCase() || "identity";
  const decode = decoders[name];
  if (decode === undefined) {
    return unsupportedMediaType(
      `Unsupported content encoding "${name}" in request.`,
      `Content-Encoding is '${name}': send ${Object.keys(decoders).join(", ")}, or none`,
    );
  }
  if (bytes === undefined || bytes.length > bytesMax) return payloadTooLarge(bytesMax);
  try {
    return decode(bytes, { maxOutputLength: bytesMax });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_BUFFER_TOO_LARGE") return payloadTooLarge(bytesMax);
    const hint = `Content-Encoding is ${name}, and the body is not: send it plain, or compress it`;
    return malformedJson(`The body is not valid ${name}.`, hint);
  }
}

type Decode = (bytes: Uint8Array, bounded: { readonly maxOutputLength: number }) => Uint8Array;

const decoders: Readonly<Record<string, Decode>> = {
  identity: (bytes) => bytes,
  gzip: (bytes, bounded) => gunzipSync(bytes, bounded),
  // Some clients send raw deflate under this name; the zlib header tells them apart.
  deflate: (bytes, bounded) =>
    ((bytes[0] ?? 0) & 0x0f) === 8 ? inflateSync(bytes, bounded) : inflateRawSync(bytes, bounded),
};

/** Whether a value nests deeper than `levels`; looks no deeper than it must. */
function deeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  // Not `Object.values`: this looks at every member of every body.
  for (const name in value) {
    if (deeperThan((value as Record<string, unknown>)[name], levels - 1)) return true;
  }
  return false;
}
