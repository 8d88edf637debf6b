import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { writers } from "../support/cassettes.ts";
import { runHere } from "../support/cli.ts";
import { newFolder } from "../support/data-folder.ts";
import { type Changing, recordedService } from "../support/recorded.ts";

/** Writes down what a client asks: it reads lists, makes one, reads that, and is refused another of the name. */
async function recording(ending = "har", change: Changing = () => {}) {
  await using service = await recordedService({}, change);
  const { emulator, fetch: ask, exchanges } = service;
  const headers = {
    authorization: `Service-API-Key ${emulator.keys["full"]}`,
    revision: "2026-07-15",
    "content-type": "application/json",
  };
  const body = JSON.stringify({ data: { type: "list", attributes: { name: "Fresh" } } });
  await ask("/api/lists", { headers });
  const made = await ask("/api/lists", { method: "POST", headers, body });
  const { data } = (await made.json()) as { data: { id: string } };
  await ask(`/api/lists/${data.id}`, { headers });
  await ask("/api/lists/Nobody", { headers });
  const file = join(newFolder(), `recording.${ending}`);
  writeFileSync(file, (writers[ending] as (typeof writers)[string])(exchanges));
  return file;
}

/** The service makes a list with 200, and has a member more in each. */
const other: Changing = ({ method }, answer) => {
  const { data } = answer.body as { data?: { attributes: object } };
  if (method === "POST") answer.status = 200;
  else if (data?.attributes !== undefined)
    data.attributes = { ...data.attributes, folder: "Spring" };
};

/** The service writes names in capitals. */
const louder: Changing = ({ method }, answer) => {
  const { data } = answer.body as { data?: { attributes: { name: string } } };
  if (method === "POST" && data !== undefined) data.attributes.name = "FRESH";
};

const compare = (...words: readonly string[]) => runHere(["compare", ...words]);

describe("compare", () => {
  it.each(Object.keys(writers))(
    "finds nothing in a recording of an equal service, as %s",
    async (ending) => {
      const { code, stdout } = await compare(await recording(ending));
      expect(stdout).toContain(
        "The emulator responds as recorded.\n4 of 4 exchanges compared: 4 equal, ",
      );
      expect(stdout).toContain("Assumed before the first request: 2 lists.");
      expect(code).toBe(0);
    },
  );

  it("names the first difference of each operation, with both sides, and the request", async () => {
    const file = await recording("har", other);
    const { code, stdout } = await compare(file);
    expect(stdout).toContain("2 differences from the recording.");
    expect(stdout).toContain("status: 200 in the recording, 201 in the emulator");
    expect(stdout).toContain(`POST /api/lists (${file} 2)`);
    expect(stdout.replaceAll("\n", " ")).toContain(
      'data.attributes.folder: "Spring" in the recording, absent in the emulator',
    );
    expect(code).toBe(1);
  });

  it("calls the service as the headers of its responses do", async () => {
    await using service = await recordedService({ vendorName: "acme" });
    const authorization = `Service-API-Key ${service.emulator.keys["full"]}`;
    const headers = { authorization, revision: "2026-07-15" };
    await service.fetch("/api/webhook-topics/event:acme.opened_email", { headers });
    const file = join(newFolder(), "topics.har");
    writeFileSync(file, writers["har"]?.(service.exchanges) ?? "");
    expect(service.exchanges[0]?.status).toBe(200);
    expect((await compare("--no-assume", file)).stdout).toContain("1 equal");
  });

  it("minds other values with --strict alone", async () => {
    const file = await recording("har", louder);
    const { code, stdout } = await compare(file);
    const strict = await compare("--strict", file);
    expect(stdout).toContain("3 equal, 1 same shape, 0 same status, 0 different");
    expect([code, strict.code]).toEqual([0, 1]);
    const says = 'data.attributes.name: "FRESH" in the recording, "Fresh" in the emulator';
    expect(strict.stdout.replaceAll("\n", " ")).toContain(says);
  });

  it("assumes nothing with --no-assume, and starts from the fixtures", async () => {
    const file = await recording();
    const { code, stdout } = await compare("--no-assume", "--fixtures", "small", file);
    expect(stdout).toContain("4 equal");
    expect(stdout).not.toContain("Assumed");
    expect(code).toBe(0);
  });

  it("prints JSON with each operation and each difference", async () => {
    const { stdout } = await compare("--json", await recording("har", other));
    const found = JSON.parse(stdout) as {
      operations: { operation: string; differences: object[] }[];
    };
    expect(found).toMatchObject({ exchanges: 4, compared: 4, assumed: { list: 2 }, passed: false });
    expect(found.operations.find(({ operation }) => operation === "create_list")).toMatchObject({
      different: 1,
      differences: [{ kind: "status", place: "status", recorded: 200, own: 201, times: 1 }],
    });
  });

  it("writes the result for CI systems and for people", async () => {
    const [xml, html] = ["xml", "html"].map((ending) => join(newFolder(), `found.${ending}`));
    const file = await recording("har", other);
    await compare("--report", xml as string, "--report", html as string, file);
    expect(readFileSync(xml as string, "utf8")).toContain(
      '<testsuite name="compare" tests="3" failures="2"',
    );
    expect(readFileSync(html as string, "utf8")).toContain("create_list");
  });

  it("passes what is in a ratchet, fails on what is new, and lets go of what is gone", async () => {
    const ratchet = join(newFolder(), "known.json");
    const changed = await recording("har", other);
    const first = await compare("--ratchet", ratchet, changed);
    const again = await compare("--ratchet", ratchet, changed);
    const equal = await compare("--ratchet", ratchet, await recording());
    expect(JSON.parse(readFileSync(ratchet, "utf8"))).toEqual({ differences: [] });
    const last = await compare("--ratchet", ratchet, changed);
    expect([first.code, again.code, equal.code, last.code]).toEqual([0, 0, 0, 1]);
  });

  it("writes what differs as quirks, with which the emulator responds as recorded", async () => {
    const quirks = join(newFolder(), "emulator.quirks.yaml");
    const file = await recording("har", other);
    const first = await compare("--write-quirks", quirks, file);
    const again = await compare("--quirks", quirks, file);
    expect([first.code, again.code, again.stdout]).toEqual([
      1,
      0,
      expect.stringContaining("4 equal, 0 same shape"),
    ]);
    const listed = await runHere(["truth", "create_list", "--quirks", quirks]);
    const says = "create_list: status: 200 in the recording, 201 in the emulator";
    expect(listed.stdout).toContain(says);
  });

  it("says what no quirk can have the emulator do", async () => {
    const quirks = join(newFolder(), "emulator.quirks.yaml");
    const file = await recording("har", ({ url }, answer) => {
      const { data } = answer.body as { data: unknown[] };
      if (url.pathname === "/api/lists" && Array.isArray(data)) data.reverse();
    });
    const { code, stderr } = await compare("--write-quirks", quirks, file);
    expect(stderr).toContain("no quirk can say: get_lists: the order");
    expect([code, readFileSync(quirks, "utf8")]).toEqual([
      1,
      expect.stringMatching("quirks: \\[\\]"),
    ]);
  });

  it("counts the service's bad weather, and what is not for it, as no difference", async () => {
    const file = await recording("har", ({ url }, answer) => {
      if (url.pathname.endsWith("/Nobody")) answer.status = 503;
    });
    const { code, stdout } = await compare(file);
    expect(stdout).toContain("3 of 4 exchanges compared");
    expect(stdout).toContain("Not compared: 1 503: the service's own failure");
    expect(code).toBe(0);
  });

  it("says which bodies are not recorded whole, and compares the rest of those", async () => {
    const file = await recording();
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace(/"text":"\{\\"data\\":\[/, '"text":"{['),
    );
    const { stdout } = await compare(file);
    expect(stdout.replaceAll("\n", " ")).toContain("since the body is not recorded whole: 1");
  });

  it.each([
    [["missing.har"], "missing.har: there is no such file"],
    [["bin"], "bin: has no recording: HAR, a cassette or .http"],
    [["package.json"], "package.json: is no recording: expected HAR (log.entries)"],
    [["--write-quirks", "quirks.txt", "package.json"], "give a name that ends in .yaml"],
    [["--quirks", "missing.yaml", "package.json"], "is no recording"],
    [["--report", "x.pdf", "package.json"], "x.pdf: unknown format"],
    [[], "missing required argument 'recordings'"],
  ])("rejects %j in one line, with exit code 2", async (words, told) => {
    const { code, stdout, stderr } = await compare(...words);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(told);
  });

  it("refuses a recording that is too large in one line", async () => {
    const file = join(newFolder(), "large.har");
    writeFileSync(file, "{");
    truncateSync(file, 200_000_000);
    const { code, stderr } = await compare(file);
    expect(stderr).toContain("has 200000000 bytes; expected at most 100000000");
    expect([code, stderr.split("\n").length]).toEqual([2, 2]);
  });

  it("compares no body that nests too deep, and goes on", async () => {
    const file = await recording("har", ({ url }, answer) => {
      if (url.pathname.endsWith("/Nobody")) answer.body = "deep";
    });
    const deep = "[".repeat(50_000) + "]".repeat(50_000);
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace('"text":"\\"deep\\""', `"text":"${deep}"`),
    );
    expect((await compare(file)).stdout).toContain("4 equal");
  });

  it("refuses a recording of other programs' requests in one line", async () => {
    const file = await recording();
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("/api/", "/else/"));
    const { code, stderr } = await compare(file);
    expect(stderr).toContain("no exchange can be compared: 4 not for the service");
    expect([code, stderr.split("\n").length]).toEqual([2, 2]);
  });
});
