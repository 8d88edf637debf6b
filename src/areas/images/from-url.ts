import { pictureBytesMax } from "../../domain/pictures.ts";
import { invalid } from "../../jsonapi/refusal.ts";
import type { Call } from "../../verbs/call.ts";
import type { Outcome } from "../../verbs/outcome.ts";
import { imageNameMax } from "./operations.ts";
import { imageOf, type Upload } from "./uploads.ts";

const place = "/data/attributes/import_from_url";

/** What is asked for, with the URL of its bytes. */
interface Import extends Pick<Upload, "hidden"> {
  readonly url: string;
  readonly name?: string | null | undefined;
}

/** The URL that bytes are fetched from, in the body of a request. */
export const importing = {
  urlIn: ({ data }: { data: { attributes: { import_from_url: string } } }): string | undefined =>
    isFetched(data.attributes.import_from_url) ? data.attributes.import_from_url : undefined,
  bytesMax: pictureBytesMax,
};

/** Whether a URL leads somewhere. Credentials in it are refused. @guess */
function isFetched(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

/** Makes an image of what a URL has: what was fetched, or what it holds itself. */
export function imported(
  { account, now, downloaded }: Pick<Call, "account" | "now" | "downloaded">,
  { url, name, hidden }: Import,
): Outcome {
  const bytes = downloaded === undefined ? bytesIn(url) : downloaded;
  if (bytes === undefined) {
    return invalid(place, "Expected the URL of an image, with http:// or https://.");
  }
  if ("error" in bytes)
    return invalid(place, "The image could not be fetched.", `not fetched: ${bytes.error}`);
  return imageOf(account, now, { ...bytes, place, name: name ?? nameIn(url), hidden });
}

/** The bytes of a URL that holds them. @guess: that such a URL is taken */
function bytesIn(url: string): { readonly bytes: Uint8Array } | undefined {
  const base64 = /^data:image\/\w+;base64,([A-Za-z0-9+/]+=*)$/.exec(url)?.[1];
  return base64 === undefined ? undefined : { bytes: Buffer.from(base64, "base64") };
}

/** What an image is called whose URL alone is known: the last part of its path. */
function nameIn(url: string): string {
  const { protocol, pathname } = new URL(url);
  const last = protocol === "data:" ? "" : pathname.split("/").at(-1);
  return (last || "image").slice(0, imageNameMax);
}
