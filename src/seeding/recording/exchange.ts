import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

export interface RecordedMessage {
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** As text; empty: there was none. */
  readonly body: string;
  /** Whether the recorder kept no body, or only a part of it. */
  readonly isCut: boolean;
}

/** What a client asked and was answered, whichever program recorded it. */
export interface RecordedExchange {
  /** The file and its number there, counted from 1, to name it to its user. */
  readonly where: string;
  /** When it was asked, in milliseconds since 1970; undefined: the recording does not say. */
  readonly at: number | undefined;
  readonly method: string;
  readonly url: URL;
  readonly request: RecordedMessage;
  /** 0: the connection broke without one. */
  readonly status: number;
  readonly response: RecordedMessage;
}

/** A member of what may be anything. */
export const member = (of: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (each, name) =>
      typeof each === "object" && each !== null && Object.hasOwn(each, name)
        ? (each as Readonly<Record<string, unknown>>)[name]
        : undefined,
    of,
  );

/** A recorded address; one without a host is of the service's. */
export function urlOf(text: unknown, host = "service.invalid"): URL | undefined {
  if (typeof text !== "string") return undefined;
  const whole = text.startsWith("/") ? `https://${host}${text}` : text;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

/** When a text says that something was. */
export function instantIn(...texts: readonly unknown[]): number | undefined {
  const found = texts.map((text) => (typeof text === "string" ? Date.parse(text) : Number.NaN));
  return found.find((ms) => !Number.isNaN(ms));
}

/** When a recording begins, in milliseconds since 1970; undefined: it does not say. */
export function beginningOf(exchanges: readonly RecordedExchange[]): number | undefined {
  const instants = exchanges.flatMap(({ at }) => at ?? []);
  return instants.length === 0 ? undefined : instants.reduce((one, other) => Math.min(one, other));
}

const inflatedMax = 50_000_000;

const decoders = new Map([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflateSync],
  ["br", brotliDecompressSync],
]);

/** @param body undefined: it was not kept */
export function messageOf(
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
  encoding?: "base64" | "hex",
): RecordedMessage {
  if (body === undefined) return { headers, body: "", isCut: true };
  if (encoding === undefined) return { headers, body, isCut: isUnfinished(headers, body) };
  const text = decoded(Buffer.from(body, encoding), headers["content-encoding"] ?? "");
  return { headers, body: text ?? "", isCut: text === undefined || isUnfinished(headers, text) };
}

/** Recorders that keep bytes keep them as they were sent, others decompress them and keep the header. */
function decoded(bytes: Buffer, encoding: string): string | undefined {
  try {
    return (decoders.get(encoding)?.(bytes, { maxOutputLength: inflatedMax }) ?? bytes).toString();
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
  if (!Array.isArray(value))
    pairs.push(...(typeof value === "object" ? Object.entries(value ?? {}) : []));
  else if (value.every((each) => typeof each === "string"))
    for (let at = 0; at + 1 < value.length; at += 2) pairs.push([value[at], value[at + 1]]);
  else for (const each of value) pairs.push([member(each, "name"), member(each, "value")]);
  return Object.fromEntries(
    pairs.map(([name, each]) => [String(name).toLowerCase(), [each].flat().map(String).join(", ")]),
  );
}
