/** A body that is a form: texts, and files as a name and bytes. */
export class Form {
  readonly parts: Readonly<Record<string, string | readonly [name: string, bytes: Uint8Array]>>;
  constructor(parts: Form["parts"]) {
    this.parts = parts;
  }

  /** As its schema has it: a file is a text of bytes. */
  toJSON(): unknown {
    const plain = Object.entries(this.parts).map(([name, part]) => {
      if (typeof part !== "string") return [name, "bytes"];
      return [name, part === "true" || part === "false" ? part === "true" : part];
    });
    return Object.fromEntries(plain);
  }

  bytes(): Uint8Array {
    const parts = Object.entries(this.parts).flatMap(([name, part]) => {
      const [value, file] =
        typeof part === "string" ? [part, ""] : [part[1], `; filename="${part[0]}"`];
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
      return [Buffer.from(head), Buffer.from(value), Buffer.from("\r\n")];
    });
    return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  }
}

const boundary = "a-boundary";

/** How a body is sent: as JSON, unless it is a text or a form. */
export function sentAs(body: unknown): {
  headers: Record<string, string>;
  body?: string | Uint8Array;
} {
  if (body === undefined) return { headers: {} };
  if (body instanceof Form) {
    const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
    return { headers, body: body.bytes() };
  }
  const headers = { "content-type": "application/json" };
  return { headers, body: typeof body === "string" ? body : JSON.stringify(body) };
}

/** The smallest images of each format, as far as anybody looks at them: a white dot. */
export const dots = {
  png: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==",
    "base64",
  ),
  gif: Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64"),
  jpeg: Buffer.from("/9j/4AAQSkZJRgABAQEASABIAAD/2Q==", "base64"),
} as const;

/** A URL that holds an image. */
export const dotUrl = `data:image/png;base64,${dots.png.toString("base64")}`;
