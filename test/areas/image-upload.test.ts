import { describe, expect, it } from "vitest";
import { type Answer, emulate, newest, refusalOf } from "../support/emulate.ts";
import { dots, Form } from "../support/form.ts";
import { data } from "../support/sending.ts";

const path = "/api/image-upload";

const { png } = dots;

/** Bytes of an image that is so long. */
const long = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);

describe("uploading an image from a file", () => {
  it.each(Object.entries(dots))("takes %s, and serves its bytes", async (format, bytes) => {
    const { emulator, post } = await emulate();
    const { status, data: made } = await post(path, new Form({ file: ["Dot.bin", bytes] }));
    expect(status).toBe(201);
    const { image_url, ...attributes } = made.attributes;
    expect(attributes).toMatchObject({
      name: "Dot.bin",
      format,
      size: bytes.length,
      hidden: false,
    });
    const served = await emulator.fetch(String(image_url));
    expect(served.status).toBe(200);
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-type": `image/${format}`,
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(Buffer.from(await served.arrayBuffer())).toEqual(bytes);
  });

  it("takes a name and whether it is hidden", async () => {
    const { post } = await emulate();
    const form = new Form({ file: ["a.png", png], name: "Logo", hidden: "True" });
    expect((await post(path, form)).data.attributes).toMatchObject({ name: "Logo", hidden: true });
  });

  it("gives a name that is taken a number", async () => {
    const { post } = await emulate();
    const names = [];
    for (const name of ["Logo", "Logo", "x".repeat(255), "x".repeat(255)]) {
      const { data: made } = await post(path, new Form({ file: ["a.png", png], name }));
      names.push(made.attributes["name"]);
    }
    const [, second, third, fourth] = names;
    expect([second, third, fourth]).toEqual(["Logo_1", "x".repeat(255), `${"x".repeat(253)}_1`]);
  });

  it("takes the last part of a path for its name", async () => {
    const { post } = await emulate();
    const { data: made } = await post(path, new Form({ file: ["../../etc/a.png", png] }));
    expect(made.attributes["name"]).toBe("a.png");
  });

  it.each([
    ["no file", new Form({ name: "A" }), "/file"],
    ["a text for its file", new Form({ file: "bytes" }), "/file"],
    ["bytes of no image", new Form({ file: ["a.png", Buffer.from("<svg/>")] }), "/file"],
    ["no bytes", new Form({ file: ["a.png", Buffer.alloc(0)] }), "/file"],
    ["more than 5 MB", new Form({ file: ["a.png", long(5_000_001)] }), "/file"],
    ["an empty name", new Form({ file: ["a.png", png], name: "" }), "/name"],
    ["a name that is a file", new Form({ file: ["a.png", png], name: ["b", png] }), "/name"],
    ["a long name", new Form({ file: ["a.png", png], name: "x".repeat(256) }), "/name"],
    ["a word for hidden", new Form({ file: ["a.png", png], hidden: "maybe" }), "/hidden"],
    ["another part", new Form({ file: ["a.png", png], alt: "A dot" }), "/alt"],
  ])("refuses %s", async (_, form, pointer) => {
    const { get, post } = await emulate();
    const answer = await post(path, form);
    expect(refusalOf(answer)).toEqual([400, "invalid", pointer]);
    expect(answer.headers.get("x-emulator-hint")).not.toBeNull();
    expect((await get("/api/images")).many).toEqual([]);
  });

  it("takes 5 MB, and no form of more than 6 MB", async () => {
    const { post } = await emulate();
    const whole = await post(path, new Form({ file: ["a.png", long(5_000_000)] }));
    expect(whole.status).toBe(201);
    const answer = await post(path, new Form({ file: ["a.png", long(6_000_000)] }));
    expect(refusalOf(answer)).toEqual([413, "payload_too_large", "/data/"]);
  });

  it.each([
    ["application/json", 415, "unsupported_media_type"],
    ["multipart/form-data", 400, "parse_error"],
    ["multipart/form-data; boundary=other", 400, "parse_error"],
  ])("refuses a body that is no form, sent as %s", async (type, status, code) => {
    const { post } = await emulate();
    const headers = { "content-type": type };
    const answer = await post(path, "{}", { headers });
    expect(refusalOf(answer)).toEqual([status, code, "/data/"]);
  });

  it("refuses what is more than an account may hold, and says so", async () => {
    const { post } = await emulate();
    const answers = [];
    for (let sent = 0; sent < 11; sent += 1) {
      answers.push(await post(path, new Form({ file: ["a.png", long(4_990_000)] })));
    }
    expect(answers.map(({ status }) => status).indexOf(400)).toBe(10);
    expect(answers.at(-1)?.errors[0]?.detail).toContain("50000000 bytes");
  });
});

describe("the bytes of an image", () => {
  it("are kept where a URL holds them, if they are an image", async () => {
    const { emulator, post } = await emulate();
    const url = (bytes: Buffer) => ({
      import_from_url: `data:image/png;base64,${bytes.toString("base64")}`,
    });
    const { data: made } = await post("/api/images", data("image", url(png)));
    const served = await emulator.fetch(String(made.attributes["image_url"]));
    expect(Buffer.from(await served.arrayBuffer())).toEqual(png);
    const other = await post("/api/images", data("image", url(Buffer.from("%PDF"))));
    expect(refusalOf(other)).toEqual([400, "invalid", "/data/attributes/import_from_url"]);
  });

  it("come back with a snapshot and an export, and go with a reset", async () => {
    const { emulator, post } = await emulate();
    const { data: made } = await post(path, new Form({ file: ["a.png", png] }));
    const url = String(made.attributes["image_url"]);
    const status = async () => (await emulator.fetch(url)).status;
    emulator.state.snapshot("with");
    emulator.reset();
    expect(await status()).toBe(404);
    emulator.state.restore("with");
    expect(await status()).toBe(200);
  });

  it("are shown to nobody by the state, nor by a guess", async () => {
    const { emulator, post } = await emulate();
    await post(path, new Form({ file: ["a.png", png] }));
    const shown = JSON.stringify(emulator.state.get("pictures").records);
    expect(shown).not.toContain(png.toString("base64").slice(0, 20));
    expect((await emulator.fetch("/_emulator/images/1")).status).toBe(404);
  });

  it("have a URL without the name of the call that sent them", async () => {
    const { emulator, post } = await emulate();
    await post(path, new Form({ file: ["a.png", png] }));
    const headers = { authorization: `Service-API-Key ${emulator.keys["full"]}`, revision: newest };
    const answer = await emulator.fetch("/~call-1/api/images", { headers });
    const {
      data: [image],
    } = (await answer.json()) as { data: Answer["many"] };
    const url = String(image?.attributes["image_url"]);
    expect(new URL(url).pathname).toMatch(/^\/_emulator\/images\/\w{32}$/);
    expect((await emulator.fetch(url)).status).toBe(200);
  });
});
