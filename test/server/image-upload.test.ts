import { expect, it, onTestFinished } from "vitest";
import { createEmulator, type EmulatorOptions } from "../../src/index.ts";
import { dots, Form, sentAs } from "../support/form.ts";

/** An emulator behind a socket, and what sends an image of so many bytes to a path of it. */
async function listening(options: EmulatorOptions = {}) {
  const emulator = await createEmulator({
    port: 0,
    fixtures: ["test/support/empty.yaml"],
    rateLimits: "off",
    ...options,
  });
  onTestFinished(() => emulator.close());
  const upload = (path: string, bytes: number) => {
    const image = Buffer.concat([dots.png, Buffer.alloc(bytes - dots.png.length)]);
    const { headers, body } = sentAs(new Form({ file: ["a.png", image] }));
    const authorization = `Service-API-Key ${emulator.keys["full"]}`;
    const url = emulator.url.replace("0.0.0.0", "127.0.0.1") + path;
    return fetch(url, {
      method: "POST",
      headers: { ...headers, authorization, revision: "2026-07-15" },
      ...(body !== undefined && { body }),
    });
  };
  const urlOf = async (answer: Response) => {
    const { data } = (await answer.json()) as { data: { attributes: { image_url: string } } };
    return data.attributes.image_url;
  };
  return { emulator, upload, urlOf };
}

it("a form of more than 5 MB is read on the path that takes one, also of a named URL", async () => {
  const { upload } = await listening();
  const sizes = [5_000_000, 5_500_000, 6_000_000] as const;
  for (const path of ["/api/image-upload", "/~call-1/api/image-upload"]) {
    const statuses = [];
    for (const size of sizes) statuses.push((await upload(path, size)).status);
    expect(statuses).toEqual([201, 400, 413]);
  }
});

it("the bytes of an image need no control token beyond loopback, and have another URL each time", async () => {
  const beyond = { host: "0.0.0.0", controlToken: "a-token-of-the-test" };
  const urls = [];
  for (const options of [beyond, beyond, {}, {}]) {
    const { upload, urlOf } = await listening(options);
    const url = await urlOf(await upload("/api/image-upload", 100));
    expect((await fetch(url)).status).toBe(200);
    urls.push(new URL(url).pathname);
  }
  const [one, other, near, nearToo] = urls;
  expect(one).not.toBe(other);
  // On loopback it follows from the seed, as every id does.
  expect(near).toBe(nearToo);
});
