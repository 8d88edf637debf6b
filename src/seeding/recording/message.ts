import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { member, type RecordedMessage } from "./exchange.ts";

/** The most that a compressed body may become, in bytes. */
const inflatedMax = 50_000_000;

const decoders = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** What a body is where it was recorded in pieces or as bytes: base64 or hex. */
type Encoding = "base64" | "hex" | undefined;

/** @param body undefined: it was not kept */
export function messageOf(
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
  encoding?: Encoding,
): RecordedMessage {
  if (body === undefined) return { headers, body: "", isCut: true };
  if (encoding === undefined) return { headers, body, isCut: isUnfinished(headers, body) };
  const text = decoded(Buffer.from(body, encoding), headers["content-encoding"] ?? "");
  return { headers, body: text ?? "", isCut: text === undefined || isUnfinished(headers, text) };
}

/** Recorders that keep bytes keep them as they were sent, others decompress them and keep the header. */
function decoded(bytes: Buffer, encoding: string): string | undefined {
  const decode = Object.hasOwn(decoders, encoding)
    ? decoders[encoding as keyof typeof decoders]
    : undefined;
  try {
    return (decode?.(bytes, { maxOutputLength: inflatedMax }) ?? bytes).toString();
  } catch (error) {
    return error instanceof RangeError ? undefined : bytes.toString();
  }
}

function isUnfinished(headers: Readonly<Record<string, string>>, body: string): boolean {
  if (body === "" || !/json/.test(headers["content-type"] ?? "")) return false;
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
}

/** The headers of a recording: pairs, names with their value or values, or names and values in turn. */
export function headersIn(value: unknown): Record<string, string> {
  const pairs: (readonly [unknown, unknown])[] = [];
  if (!Array.isArray(value)) {
    if (typeof value === "object" && value !== null) pairs.push(...Object.entries(value));
  } else if (value.every((each) => typeof each === "string")) {
    for (let index = 0; index + 1 < value.length; index += 2)
      pairs.push([value[index], value[index + 1]]);
  } else {
    for (const each of value) pairs.push([member(each, "name"), member(each, "value")]);
  }
  return Object.fromEntries(
    pairs.map(([name, each]) => [String(name).toLowerCase(), [each].flat().map(String).join(", ")]),
  );
}
