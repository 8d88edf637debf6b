import { once } from "../contract/memo.ts";
import type { Shape } from "../contract/shape.ts";
import { isUtf8 } from "node:buffer";
import { gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import type { Revision } from "../contract/revisions.ts";
import { checkShape } from "./check.ts";
import { invalid, invalidBody, malformedJson, payloadTooLarge } from "./refusal.ts";
import { Refusal, refused, unsupportedMediaType } from "./refusal.ts";

/** The same value without the members that say by null that they are left out; not copied if there are none. */
function withoutAbsent(shape: Shape, value: unknown): unknown {
  if (value === null || typeof value !== "object" || !hasAbsent(shape)) return value;
  if (shape.kind === "nullable") return withoutAbsent(shape.shape, value);
  if (shape.kind === "list") {
    const items = value as unknown[];
    const left = items.map((item) => withoutAbsent(shape.of, item));
    return left.every((item, index) => item === items[index]) ? items : left;
  }
  let left = value as Record<string, unknown>;
  for (const [name, member] of absentIn(shape)) {
    const part = left[name];
    const isAbsent = part === null && member.kind === "nullable" && member.absent;
    const said = isAbsent ? undefined : withoutAbsent(member, part);
    if (said === part) continue;
    if (left === value) left = { ...left };
    if (isAbsent) delete left[name];
    else left[name] = said;
  }
  return left;
}

/** The members that may say so, or hold one that may. */
const absentIn = once((shape: Shape): readonly (readonly [name: string, shape: Shape])[] => {
  if (shape.kind !== "object") return [];
  const all = [...shape.members].map(([name, member]) => [name, member.shape] as const);
  return all.filter(([, member]) => hasAbsent(member));
});

const hasAbsent = (shape: Shape): boolean =>
  shape.kind === "nullable"
    ? shape.absent === true || hasAbsent(shape.shape)
    : shape.kind === "list"
      ? hasAbsent(shape.of)
      : absentIn(shape).length > 0;

/**
 * What a person is told of a body that is no JSON: where it stops being JSON, if the parser's message says so, and
 * the likeliest reason. Nothing of the text is repeated: a secret may stand there, cut in two.
 */
function jsonAdvice(text: string, message: string): string {
  if (text.trim() === "")
    return 'the body is empty: send a JSON object such as {"data": {"type": "profile"}}';
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  const isCut = position !== undefined && Number(position) >= text.trimEnd().length;
  if (isCut || /end of JSON input|Unterminated/i.test(message))
    return "the JSON ends too early: close its quotes, braces and brackets, and send all of it";
  const lines = text.slice(0, Number(position)).split("\n");
  const place = `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
  return `the body is not JSON${position === undefined ? "" : ` at ${place}`}: ${likeliest(text)}`;
}

function likeliest(text: string): string {
  if (/^\s*[\w.%[\]-]+=/.test(text)) return "it looks like a form; send JSON instead";
  if (/^\s*</.test(text)) return "it looks like HTML or XML; send JSON instead";
  if (/[{,]\s*'/.test(text)) return "put names and texts in double quotes";
  if (/,\s*[}\]]/.test(text)) return "remove the comma before } or ]";
  if (/[{,]\s*[A-Za-z_]\w*\s*:/.test(text)) return "put names in double quotes";
  return "check the quotes, commas and braces there";
}

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
export function otherMediaType(rawBody: RawBody, known: readonly string[]): Refusal | undefined {
  const { contentType = "" } = rawBody;
  const mediaType = contentType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (known.includes(mediaType)) return undefined;
  return unsupportedMediaType(
    `Unsupported media type "${mediaType}" in request.`,
    `Content-Type is '${mediaType}': send Content-Type: ${known[0]}`,
  );
}

/** The JSON value of a body. Refuses in the order of the stage: media type, encoding, size, JSON, depth. */
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
export function decompressed(rawBody: RawBody, bytesMax = bodyBytesMax): Uint8Array | Refusal {
  const { bytes, contentEncoding: encoding = "identity" } = rawBody;
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
  for (const name in value)
    if (deeperThan((value as Record<string, unknown>)[name], levels - 1)) return true;
  return false;
}

/** What a text of JSON says. @param otherwise stands for a text that is none */
export function jsonIn(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
}
