import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { fetch as fetchOnce } from "../../src/server/send.ts";
import { createEmulator } from "../../src/index.ts";
import { callers, emulate, newest, refusalOf } from "../support/emulate.ts";
import { dots } from "../support/form.ts";
import { data } from "../support/sending.ts";
import { receive } from "../support/webhooks.ts";

const place = "/data/attributes/import_from_url";
const refused = [400, "invalid", place];
const importing = (url: string, more: object = {}) =>
  data("image", { import_from_url: url, ...more });

/** A host that answers so; what it has is at `at(path)`. */
async function serving(answer: (response: ServerResponse) => void) {
  const { port, received } = await receive(answer);
  return { at: (path: string) => `http://127.0.0.1:${port}/${path}`, received };
}

const servingDot = () => serving((response) => response.end(dots.png));

describe("an image of a URL", () => {
  it("is fetched, and its bytes are served from then on", async () => {
    const { at, received } = await servingDot();
    const { emulator, post } = await emulate();
    const { status, data: made } = await post("/api/images", importing(at("shop/cat.png?v=2")));
    const { name, format, size, image_url } = made.attributes;
    expect([status, name, format, size]).toEqual([201, "cat.png", "png", dots.png.length]);
    const served = await emulator.fetch(String(image_url));
    expect(Buffer.from(await served.arrayBuffer())).toEqual(dots.png);
    expect(received).toHaveLength(1);
  });

  it("is of the format that its bytes say", async () => {
    const { at } = await serving((response) => response.end(dots.gif));
    const { post } = await emulate();
    const { data: made } = await post("/api/images", importing(at("cat.png")));
    expect(made.attributes["format"]).toBe("gif");
  });

  it("has the name that the request says, or one that is not too long", async () => {
    const { at } = await servingDot();
    const { post } = await emulate();
    const names = [];
    for (const [path, name] of [["a.png", "Logo"], ["x".repeat(300)], [""]] as const) {
      const { data: made } = await post("/api/images", importing(at(path), { name }));
      names.push(made.attributes["name"]);
    }
    expect(names).toEqual(["Logo", "x".repeat(255), "image"]);
  });

  it("may have its scheme in capitals, and localhost for its host", async () => {
    const { at } = await servingDot();
    const { post } = await emulate();
    const url = at("a.png").replace("http://127.0.0.1", "HTTP://localhost");
    expect((await post("/api/images", importing(url))).status).toBe(201);
  });

  it.each<[string, (response: ServerResponse) => void, string]>([
    ["no image", (response) => response.end("<svg/>"), "an image: jpeg"],
    ["nothing", (response) => response.end(), "an image: jpeg"],
    ["404", (response) => response.writeHead(404).end(dots.png), "the answer is 404"],
    ["204", (response) => response.writeHead(204).end(), "the answer is 204"],
    [
      "a redirect",
      (response) => response.writeHead(302, { location: "/b.png" }).end(),
      "a redirect, which is not followed",
    ],
    ["a reset", (response) => response.destroy(), "the connection was reset"],
    [
      "half of it",
      (response) => {
        response.writeHead(200, { "content-length": 1000 });
        response.write(dots.png, () => response.destroy());
      },
      "the connection was reset",
    ],
  ])("is refused where its host answers with %s", async (_, answer, why) => {
    const { at } = await serving(answer);
    const { get, post } = await emulate();
    const answered = await post("/api/images", importing(at("a.png")));
    expect(refusalOf(answered)).toEqual(refused);
    const { detail } = answered.errors[0] ?? {};
    expect(`${detail} ${answered.headers.get("x-emulator-hint")}`).toContain(why);
    expect((await get("/api/images?filter=any(hidden,[true,false])")).many).toEqual([]);
  });

  it("is refused where nothing listens", async () => {
    const { post } = await emulate();
    const answered = await post("/api/images", importing("http://127.0.0.1:1/a.png"));
    expect(refusalOf(answered)).toEqual(refused);
    expect(answered.headers.get("x-emulator-hint")).toContain("nothing listens there");
  });

  it.each([
    ["http://example.com/a.png", "--webhooks-allow example.com"],
    ["https://192.0.2.1/a.png", "--webhooks-allow 192.0.2.1"],
    ["http://169.254.169.254/latest/meta-data", "--webhooks-allow 169.254.169.254"],
  ])("is not fetched from %s, unless its host is allowed", async (url, why) => {
    const { post } = await emulate();
    const answered = await post("/api/images", importing(url));
    expect(refusalOf(answered)).toEqual(refused);
    expect(answered.headers.get("x-emulator-hint")).toContain(why);
  });

  it("is fetched from no address that nobody has, whoever allows it", async () => {
    const { post } = await emulate({ webhooksAllow: ["169.254.169.254"] });
    const url = "http://169.254.169.254/latest/meta-data";
    expect(refusalOf(await post("/api/images", importing(url)))).toEqual(refused);
  });

  it.each(["cat.png", "ftp://127.0.0.1/a.png", "http://me:secret@127.0.0.1:1/a.png"])(
    "is not fetched from %s",
    async (url) => {
      const { post } = await emulate();
      const answered = await post("/api/images", importing(url));
      expect(refusalOf(answered)).toEqual(refused);
      expect(answered.errors[0]?.detail).toContain("http://");
    },
  );

  it("is not fetched for a body that is refused", async () => {
    const { at, received } = await servingDot();
    const { post } = await emulate();
    const answered = await post("/api/images", importing(at("a.png"), { hidden: "maybe" }));
    expect([answered.status, received.length]).toEqual([400, 0]);
  });

  it("is never the emulator's own, also by another name", async () => {
    await using emulator = await createEmulator({
      fixtures: ["test/support/empty.yaml"],
      frozenAt: "2026-07-20T12:00:00Z",
      rateLimits: "off",
      port: 0,
    });
    const { post } = callers(emulator);
    const { port } = new URL(emulator.url);
    for (const host of ["127.0.0.1", "localhost", "[::1]", "127.0.0.9"]) {
      const answered = await post("/api/images", importing(`http://${host}:${port}/a.png`));
      expect(refusalOf(answered)).toEqual(refused);
      expect(answered.headers.get("x-emulator-hint")).toContain("the emulator's own");
    }
  });

  it("of 5 MB is taken, and of an endless one no more is read than that", async () => {
    const { at: whole } = await serving((response) => {
      response.end(Buffer.concat([dots.png, Buffer.alloc(5_000_000 - dots.png.length)]));
    });
    let sent = 0;
    const { at: endless } = await serving((response) => {
      const chunk = Buffer.alloc(100_000);
      const flood = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length;
        response.once("drain", flood);
      };
      response.write(dots.png, flood);
    });
    const { post } = await emulate();
    expect((await post("/api/images", importing(whole("a.png")))).status).toBe(201);
    const answered = await post("/api/images", importing(endless("a.png")));
    expect(refusalOf(answered)).toEqual(refused);
    expect(answered.errors[0]?.detail).toContain("5000000 bytes");
    // What the sockets between them hold is sent, too.
    expect(sent).toBeLessThan(50_000_000);
  });

  it("does not stop others, nor the end of the emulator, while its host hangs", async () => {
    const { at, received } = await serving(() => {});
    const { emulator, get } = await emulate();
    const headers = { authorization: `Service-API-Key ${emulator.keys["full"]}`, revision: newest };
    const body = JSON.stringify(importing(at("a.png")));
    const asking = {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    };
    const waiting = emulator.fetch("/api/images", asking);
    await expect.poll(() => received.length).toBe(1);
    expect((await get("/api/images")).many).toEqual([]);
    await emulator.close();
    expect((await waiting).status).toBe(400);
  });

  it("that hangs is given up", async () => {
    const { at } = await serving(() => {});
    const reach = { allowed: [], isOwn: () => false, timeoutMs: 50 };
    const wanted = { url: at("a.png"), bytesMax: 100 };
    expect(await fetchOnce(reach, wanted, new AbortController().signal)).toEqual({
      error: "no answer within 0.05 s",
    });
  });

  it("is fetched once where a fault writes it late", async () => {
    const { at, received } = await servingDot();
    const { emulator, get, post } = await emulate();
    emulator.faults.add({ operation: "upload_image_from_url", late: "10s" });
    expect((await post("/api/images", importing(at("a.png")))).status).toBe(201);
    expect((await get("/api/images")).many).toEqual([]);
    await emulator.clock.advance("10s");
    expect((await get("/api/images")).many).toHaveLength(1);
    expect(received).toHaveLength(1);
  });
});
