import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { empty, listening, runHere } from "../support/cli.ts";

/** Asks at a revision, and prints what it was answered. */
const client = (revision: string, act: string) => `
const { SERVICE_EMULATOR_URL: url, SERVICE_EMULATOR_API_KEY: key } = process.env;
const headers = { authorization: "Service-API-Key " + key, revision: "${revision}", "content-type": "application/json" };
async function ask(method, path, body) {
  const answer = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) { console.error(answer.status, path); process.exit(1); }
  return text === "" ? undefined : JSON.parse(text);
}
${act}`;

function upgrade(to: string, script: string, words: readonly string[] = []) {
  const command = [process.execPath, "--input-type=module", "-e", script];
  return runHere(["upgrade", "--to", to, "--fixtures", empty, ...words, "--", ...command]);
}

/** By an archive with this text. */
function upgradeOf(text: string) {
  const folder = mkdtempSync(join(tmpdir(), "emulator-upgrade-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "session.har");
  writeFileSync(file, text);
  return runHere(["upgrade", "--to", "2026-01-15", "--recording", file]);
}

const subscribing = `await ask("POST", "/api/profile-subscription-bulk-create-jobs", { data: {
  type: "profile-subscription-bulk-create-job",
  attributes: { profiles: { data: [{ type: "profile", attributes: { email: "ada@example.com" } }] } },
} });
console.log("subscribed 1");`;

/** Makes a group of tags, which is answered otherwise, and does not look at that. */
const grouping = `await ask("POST", "/api/tag-groups", { data: { type: "tag-group", attributes: { name: "Season" } } });
const { data } = await ask("GET", "/api/tag-groups");
const [{ id }] = data.filter(({ attributes }) => attributes.name === "Season");
await ask("PATCH", "/api/tag-groups/" + id, { data: { type: "tag-group", id, attributes: { name: "Seasons" } } });
console.log("renamed");`;

describe("upgrade", () => {
  it("names a request that the other revision rejects, its line of the change list, and the proof", async () => {
    const { code, stdout } = await upgrade("2026-07-15", client("2024-10-15", subscribing));
    const lines = [
      "2024-10-15 to 2026-07-15: 1 request, 1 break, 0 other responses",
      "✗ bulk_subscribe_profiles: /data/attributes/profiles/data/0/attributes/subscriptions: The field 'subscriptions' is required.",
      "    POST /api/profile-subscription-bulk-create-jobs",
      "    + needed bulk_subscribe_profiles data.attributes.profiles.data[].attributes.subscriptions",
      "✗ The command ends differently at 2026-07-15:",
      "    bulk_subscribe_profiles for ada@example.com is answered with 400",
      "    the command ends with exit code 1",
      '    it does not print "subscribed 1"',
      "    profile ada@example.com is missing, ",
    ];
    expect(stdout).toContain(lines.join("\n"));
    expect(code).toBe(1);
  });

  it("lists responses that are others, and passes a client that does not mind", async () => {
    const { code, stdout } = await upgrade("2026-04-15", client("2026-01-15", grouping));
    expect(stdout.replace(/[\da-f-]{36}/, "ID")).toBe(
      [
        "2026-01-15 to 2026-04-15: 3 requests, 0 breaks, 1 other response",
        "~ update_tag_group: its response is 204, empty, not 200",
        "    PATCH /api/tag-groups/ID",
        "    - answer update_tag_group 200",
        "✓ The command ends at 2026-04-15 as it does now.",
        "",
      ].join("\n"),
    );
    expect(code).toBe(0);
  });

  it("finds nothing where a client has the revision already", async () => {
    const { code, stdout } = await upgrade("2024-10-15", client("2024-10-15", subscribing));
    expect(stdout).toBe(
      [
        "2024-10-15 to 2024-10-15: 1 request, 0 breaks, 0 other responses",
        "✓ The command ends at 2024-10-15 as it does now.",
        "",
      ].join("\n"),
    );
    expect(code).toBe(0);
  });

  it("reads the requests of a running emulator, with --journal", async () => {
    const { ask, cli } = await listening();
    await ask("/api/profiles?include=lists", { headers: { revision: "2025-10-15" } });
    const { code, stdout } = await cli("upgrade", "--journal", "--to", "2026-01-15", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      from: ["2025-10-15"],
      to: "2026-01-15",
      calls: 1,
      changes: [
        { operation: "get_profiles", times: 1, breaks: true, line: "- include get_profiles lists" },
      ],
      proof: null,
      passed: false,
    });
    expect(code).toBe(1);
  });

  it("reads the requests of an HTTP archive, and passes over those of other hosts", async () => {
    const { ask, cli } = await listening();
    await ask("/api/profiles?include=lists", { headers: { revision: "2025-10-15" } });
    const { stdout: archive } = await cli("requests", "export", "--har");
    const har = JSON.parse(archive) as { log: { entries: { request: object }[] } };
    const [entry] = har.log.entries;
    har.log.entries.push({
      ...entry,
      request: { ...entry?.request, url: "https://x.test/logo.png" },
    });
    const { code, stdout } = await upgradeOf(JSON.stringify(har));
    expect(stdout).toMatch(/^2025-10-15 to 2026-01-15: 1 request, 1 break, 0 other responses\n/);
    expect(stdout).toContain("\n    - include get_profiles lists\n");
    expect(code).toBe(1);
  });

  it("reads an archive as Chromium writes it", async () => {
    const entry = (request: object, response: object) => ({
      _connectionId: "31",
      _initiator: { type: "script", stack: { callFrames: [] } },
      _priority: "High",
      _resourceType: "fetch",
      cache: {},
      pageref: "page_1",
      request: { httpVersion: "http/2.0", cookies: [], headersSize: -1, bodySize: 0, ...request },
      response: {
        httpVersion: "http/2.0",
        cookies: [],
        headersSize: -1,
        bodySize: -1,
        ...response,
      },
      serverIPAddress: "203.0.113.7",
      startedDateTime: "2026-02-01T10:00:00.000Z",
      time: 41.2,
      timings: {
        blocked: 2.1,
        dns: -1,
        ssl: -1,
        connect: -1,
        send: 0.2,
        wait: 38.1,
        receive: 0.8,
        _blocked_queueing: 1.4,
      },
    });
    const pair = (name: string, value: string) => ({ name, value });
    const head = [
      pair(":authority", "api.example.com"),
      pair(":method", "GET"),
      pair("revision", "2025-10-15"),
    ];
    const answer = { data: [], links: { self: "", next: null, prev: null } };
    const base64 = Buffer.from(JSON.stringify(answer)).toString("base64");
    const entries = [
      entry(
        {
          method: "GET",
          url: "https://api.example.com/api/profiles?include=lists",
          headers: head,
          queryString: [pair("include", "lists")],
        },
        {
          status: 200,
          statusText: "",
          headers: [],
          content: {
            size: 70,
            mimeType: "application/vnd.api+json",
            compression: 3,
            text: base64,
            encoding: "base64",
          },
          redirectURL: "",
          _transferSize: 120,
          _error: null,
        },
      ),
      entry(
        {
          method: "OPTIONS",
          url: "https://api.example.com/api/profiles",
          headers: [],
          queryString: [],
        },
        {
          status: 200,
          statusText: "",
          headers: [],
          content: { size: 0, mimeType: "x-unknown" },
          redirectURL: "",
        },
      ),
      entry(
        { method: "GET", url: "https://api.example.com/api/lists", headers: head, queryString: [] },
        {
          status: 0,
          statusText: "",
          headers: [],
          content: { size: 0, mimeType: "x-unknown" },
          redirectURL: "",
          _error: "net::ERR_ABORTED",
        },
      ),
      entry(
        { method: "GET", url: "data:image/png;base64,AA==", headers: [], queryString: [] },
        {
          status: 200,
          statusText: "OK",
          headers: [],
          content: { size: 1, mimeType: "image/png", text: "AA==", encoding: "base64" },
          redirectURL: "",
        },
      ),
    ];
    const pages = [
      { id: "page_1", title: "https://shop.example.com/", pageTimings: { onLoad: 1 } },
    ];
    const creator = { name: "WebInspector", version: "537.36" };
    const { code, stdout } = await upgradeOf(
      JSON.stringify({ log: { version: "1.2", creator, pages, entries } }),
    );
    expect(stdout).toMatch(/^2025-10-15 to 2026-01-15: 1 request, 1 break, 0 other responses\n/);
    expect(code).toBe(1);
  });

  it.each([
    ["{", "is no JSON: record or export it once more"],
    ["{}", "is no recording: expected HAR (log.entries), a cassette (interactions) or .http"],
    ['{ "__proto__": { "log": { "entries": [] } } }', "is no recording"],
    ['{ "log": { "entries": [null, 5, { "request": { "method": 1 } }] } }', "no request succeeded"],
  ])("rejects the archive %s in one line", async (text, told) => {
    const { code, stderr } = await upgradeOf(text);
    expect([code, stderr.split("\n").length]).toEqual([2, 2]);
    expect(stderr).toContain(told);
  });

  it.each([
    [
      ["--to", "2026-07-15", "--recording", "missing.har"],
      "--recording missing.har: there is no such file",
    ],
    [
      ["--to", "2026-07-15", "--recording", "bin"],
      "--recording bin: has no recording: HAR, a cassette or .http",
    ],
    [["--to", "2026-07-15"], "upgrade takes one of a command, --journal and --recording: "],
    [
      ["--to", "2026-07-15", "--journal", "--", "true"],
      "upgrade takes one of a command, --journal and --recording: ",
    ],
    [["--to", "2026-77-15", "--", "true"], "no revision '2026-77-15': "],
    [["--to", "2026-07-15", "--", "true"], "the command makes no request to the emulator"],
  ])("is not run with %j, and says why in one line", async (words, told) => {
    const { code, stdout, stderr } = await runHere(["upgrade", ...words]);
    expect([code, stdout, stderr.split("\n").length]).toEqual([2, "", 2]);
    expect(stderr).toContain(told);
  });
});
