import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readRecordings } from "../../src/seeding/recording/read.ts";
import { newFolder } from "../support/data-folder.ts";

const url = "https://api.example.com/api/lists?sort=name";
const answer = '{"data":[{"type":"list","id":"Abc123"}]}';
const zipped = gzipSync(answer);

/** Reads one file of that name and text. */
async function read(name: string, text: string) {
  const file = join(newFolder(), name);
  writeFileSync(file, text);
  return (await readRecordings([file])).exchanges;
}

const har = (entry: object) => JSON.stringify({ log: { version: "1.2", entries: [entry] } });
const json = [{ name: "Content-Type", value: "application/json" }];

const request = { method: "GET", url, headers: [{ name: "Revision", value: "2026-07-15" }] };

const recordings: Readonly<Record<string, readonly [name: string, text: string]>> = {
  "an HTTP archive": [
    "a.har",
    har({
      startedDateTime: "2026-09-04T10:00:00.000Z",
      request,
      response: { status: 200, headers: json, content: { text: answer } },
    }),
  ],
  "an archive of Polly.js, with the pieces of a compressed body": [
    "recording.har",
    har({
      startedDateTime: "2026-09-04T10:00:00.000Z",
      request,
      response: {
        status: 200,
        headers: [...json, { name: "content-encoding", value: "gzip" }],
        content: { encoding: "base64", text: JSON.stringify([zipped.toString("base64")]) },
      },
    }),
  ],
  "a cassette of VCR": [
    "vcr.yml",
    `---
http_interactions:
- request:
    method: get
    uri: ${url}
    body: { encoding: US-ASCII, string: '' }
    headers: { Revision: ['2026-07-15'] }
  response:
    status: { code: 200, message: OK }
    headers: { Content-Type: [application/json] }
    body: { encoding: UTF-8, string: '${answer}' }
  recorded_at: Fri, 04 Sep 2026 10:00:00 GMT
recorded_with: VCR 6.2.0
`,
  ],
  "a cassette of vcrpy, with the bytes of a compressed body": [
    "vcrpy.yaml",
    `interactions:
- request:
    body: null
    headers: { revision: ['2026-07-15'] }
    method: GET
    uri: ${url}
  response:
    body:
      string: !!binary |
        ${zipped.toString("base64")}
    headers:
      Content-Type: [application/json]
      Content-Encoding: [gzip]
      Date: ['Fri, 04 Sep 2026 10:00:00 GMT']
    status: { code: 200, message: OK }
version: 1
`,
  ],
  "a cassette of betamax": [
    "betamax.json",
    JSON.stringify({
      http_interactions: [
        {
          request: {
            body: { encoding: "utf-8", string: "" },
            headers: { revision: ["2026-07-15"] },
            method: "GET",
            uri: url,
          },
          response: {
            body: { encoding: null, base64_string: zipped.toString("base64") },
            headers: { "Content-Type": ["application/json"], "content-encoding": ["gzip"] },
            status: { code: 200, message: "OK" },
            url,
          },
          recorded_at: "2026-09-04T10:00:00",
        },
      ],
      recorded_with: "betamax/0.9.0",
    }).replace("10:00:00", "10:00:00Z"),
  ],
  "a cassette of PHP-VCR": [
    "php.yml",
    `-
    request:
        method: GET
        url: '${url}'
        headers: { revision: '2026-07-15' }
    response:
        status: { http_version: '1.1', code: '200', message: OK }
        headers: { Content-Type: application/json, Date: 'Fri, 04 Sep 2026 10:00:00 GMT' }
        body: '${answer}'
`,
  ],
  "calls of nock": [
    "nock.json",
    JSON.stringify([
      {
        scope: "https://api.example.com:443",
        method: "GET",
        path: "/api/lists?sort=name",
        body: "",
        status: 200,
        response: JSON.parse(answer) as object,
        reqheaders: { revision: "2026-07-15" },
        rawHeaders: ["Content-Type", "application/json", "Date", "Fri, 04 Sep 2026 10:00:00 GMT"],
      },
    ]),
  ],
  "calls of nock, with the pieces of a compressed body": [
    "nock.json",
    JSON.stringify([
      {
        scope: "https://api.example.com:443",
        method: "GET",
        path: "/api/lists?sort=name",
        status: 200,
        response: [zipped.toString("hex")],
        reqheaders: { revision: "2026-07-15" },
        headers: {
          "content-type": "application/json",
          "content-encoding": "gzip",
          date: "Fri, 04 Sep 2026 10:00:00 GMT",
        },
      },
    ]),
  ],
  "a request and its response as text": [
    "lists.http",
    `# lists
GET /api/lists?sort=name HTTP/1.1
Host: api.example.com
revision: 2026-07-15

HTTP/1.1 200 OK
Content-Type: application/json
Date: Fri, 04 Sep 2026 10:00:00 GMT

${answer}
`,
  ],
};

describe("readRecordings", () => {
  it.each(Object.entries(recordings))("reads %s", async (_, [name, text]) => {
    const [found, ...others] = await read(name, text);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      at: Date.UTC(2026, 8, 4, 10),
      method: "GET",
      status: 200,
      request: { headers: { revision: "2026-07-15" }, body: "", isCut: false },
      response: { body: answer, isCut: false },
    });
    expect(found?.url.href).toBe(url);
  });

  it("reads a folder in the order of its names, and says what of it is no recording", async () => {
    const folder = newFolder();
    mkdirSync(join(folder, "b"));
    writeFileSync(join(folder, "b", "2.http"), "GET /api/tags\n\nHTTP/1.1 204 No Content\n");
    writeFileSync(
      join(folder, "a.http"),
      "GET /api/lists\n\nHTTP/1.1 204 No Content\n\n### next\nGET /api/forms\n\nHTTP/1.1 404 Not Found\n",
    );
    writeFileSync(join(folder, "package.json"), "{}");
    const { exchanges, notes } = await readRecordings([folder]);
    expect(exchanges.map(({ url: { pathname } }) => pathname)).toEqual([
      "/api/lists",
      "/api/forms",
      "/api/tags",
    ]);
    expect(notes).toEqual([`left out, since it is no recording: ${join(folder, "package.json")}`]);
  });

  it("says of a body that it is cut: left out, or JSON that ends too soon", async () => {
    const response = (content: object) =>
      har({ request, response: { status: 200, headers: json, content } });
    const [left] = await read("a.har", response({ size: 40 }));
    const [short] = await read("a.har", response({ size: 40, text: '{"data":[' }));
    expect([left?.response.isCut, short?.response.isCut]).toEqual([true, true]);
  });

  it("takes a name such as __proto__ for a member like any other", async () => {
    const text = har({ request, response: { status: 200, headers: [], content: {} } }).replace(
      "{",
      '{"__proto__":{"log":{"entries":[]}},',
    );
    expect(await read("a.har", text)).toHaveLength(1);
    expect(Object.hasOwn(Object.prototype, "log")).toBe(false);
  });

  it.each([
    ["a.har", "{", "is no JSON: record or export it once more"],
    ["a.json", "{}", "is no recording: expected HAR"],
    ["a.json", '{"__proto__":{"log":{"entries":[]}}}', "is no recording"],
    ["a.json", '{"interactions":[{}]}', "interaction 1 has no request or response"],
    ["a.yaml", "interactions: !ruby/object:Kernel {}", "not valid YAML: Unresolved tag"],
    [
      "a.yaml",
      [
        "a: &a [x,x,x,x,x,x,x,x,x]",
        ..."bcdefg".split("").map(
          (name, index) =>
            `${name}: &${name} [${Array(9)
              .fill(`*${"abcdef"[index] ?? ""}`)
              .join(",")}]`,
        ),
      ].join("\n"),
      "Excessive alias count",
    ],
    ["a.http", "GET /api/lists\n\n", "expected the response below the request"],
    ["a.http", "hello\n", "expected a request line such as GET"],
    [
      "a.http",
      "POST /api/lists\n\n< ../../../etc/passwd\n\nHTTP/1.1 201 Created\n",
      "a body names another file",
    ],
  ])("rejects %s with %j in one line", async (name, text, told) => {
    const failed = await read(name, text).catch((error: Error) => error.message);
    expect(failed).toContain(told);
    expect(failed).not.toContain("\n");
  });

  it("refuses what unfolds to more than it may", async () => {
    const bomb = gzipSync(Buffer.alloc(60_000_000)).toString("base64");
    const headers = [...json, { name: "content-encoding", value: "gzip" }];
    const content = { encoding: "base64", text: bomb };
    const [found] = await read(
      "a.har",
      har({ request, response: { status: 200, headers, content } }),
    );
    expect(found?.response).toMatchObject({ body: "", isCut: true });
  });
});
