import type { FormFile, Shape } from "../contract/shape.ts";
import { decompressed, otherMediaType, type RawBody } from "./body.ts";
import { malformedJson, type Refusal, refused } from "./refusal.ts";

/** The parts of a form, by their names. */
export type Form = Readonly<Record<string, string | boolean | FormFile>>;

/**
 * The parts of a form as values of the shape: files, texts, and what the words `true` and `false` mean where a
 * truth value is asked for. Of several parts of one name the last counts. Refuses in the order of the stage:
 * media type, encoding, size, form.
 *
 * @param bytesMax of the whole form
 */
export async function readForm(
  body: RawBody,
  shape: Shape,
  bytesMax: number,
): Promise<Form | Refusal> {
  const other = otherMediaType(body, ["multipart/form-data"]);
  if (other !== undefined) return other;
  const bytes = decompressed(body, bytesMax);
  if (refused(bytes)) return bytes;
  const form = await formIn(bytes, body.contentType ?? "");
  if (form === undefined) {
    const hint =
      "the body is no multipart form: let your client set Content-Type with its boundary";
    return malformedJson("The body is not a valid form.", hint);
  }
  const parts = [...form].map(async ([name, part]) => [
    name,
    typeof part === "string" ? valueOf(shape, name, part) : await fileOf(part),
  ]);
  return Object.fromEntries(await Promise.all(parts)) as Form;
}

/** Undefined: it is none. */
const formIn = (bytes: Uint8Array, type: string): Promise<FormData | undefined> =>
  new Response(new Uint8Array(bytes), { headers: { "content-type": type } })
    .formData()
    .catch(() => undefined);

/** What a text stands for. */
function valueOf(shape: Shape, name: string, text: string): string | boolean {
  const member = shape.kind === "object" ? shape.members.get(name)?.shape : undefined;
  if (member?.kind !== "boolean") return text;
  const word = text.trim().toLowerCase();
  return word === "true" || word === "false" ? word === "true" : text;
}

const fileOf = async (file: File): Promise<FormFile> => ({
  name: file.name,
  bytes: new Uint8Array(await file.arrayBuffer()),
});
