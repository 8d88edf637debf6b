import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Har } from "../../src/control/requests/har.ts";
import { ended, listening, run, runHere, spawnCli } from "../support/cli.ts";
import { places, secrets, waysToWrite } from "../server/record/secrets.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "emulator-record-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const archiveIn = (to: string): Har => JSON.parse(readFileSync(join(to, "recording.har"), "utf8"));

/** A program of Node that asks the service as it was told. */
const program = (script: string) => [
  process.execPath,
  "--input-type=module",
  "-e",
  `const { SERVICE_EMULATOR_URL: url, KEY: key } = process.env;
   const headers = { authorization: "Service-API-Key " + key, revision: "2026-07-15" };
   ${script}`,
];

/** A service that answers as it is told, and what it was asked. */
async function service(answer: (req: IncomingMessage, res: ServerResponse) => void) {
  const asked: { method: string; url: string; body: string }[] = [];
  const server = createServer(async (req, res) => {
    let body = "";
    for await (const part of req) body += part;
    asked.push({ method: req.method ?? "", url: req.url ?? "", body });
    answer(req, res);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

describe("record --target", () => {
  it("passes a command's requests on, and keeps them without people and secrets", async () => {
    const { emulator, url } = await listening({ fixtures: ["small"] });
    const [to, key] = [folder(), emulator.keys["full"] ?? ""];
    const script = `const answer = await fetch(url + '/api/profiles?filter=equals(email,"ada.byron@example.com")', { headers });
      console.log((await answer.json()).data[0].attributes.first_name); process.exit(7);`;
    const { code, stdout, stderr } = await run(
      ["record", "--to", to, "--target", url, "--", ...program(script)],
      { KEY: key },
    );
    expect([code, stdout]).toEqual([7, "Ada\n"]);
    expect(stderr).toContain(
      `1 exchange in ${to}/recording.har. Look through it before you share it\n`,
    );
    const text = readFileSync(join(to, "recording.har"), "utf8");
    for (const secret of [key, "ada.byron", "Ada", "Byron", "12125550142"])
      expect(text).not.toContain(secret);
    const [entry] = archiveIn(to).log.entries;
    expect(entry?.request.queryString).toEqual([
      { name: "filter", value: 'equals(email,"person-1@example.com")' },
    ]);
    expect(JSON.parse(entry?.response.content.text ?? "")).toMatchObject({
      data: [{ attributes: { email: "person-1@example.com", first_name: "Given1" } }],
    });
    expect(statSync(join(to, "recording.har")).mode & 0o777).toBe(0o600);
    expect(readdirSync(to)).toEqual(["recording.har"]);
  });

  it("says that a page is missing where a link to it led around the recorder", async () => {
    const { emulator, url } = await listening({ fixtures: ["small"] });
    const [key, note] = [emulator.keys["full"] ?? "", "links to its next page"];
    const script = (next: string) =>
      `const first = await (await fetch(url + '/api/profiles?page[size]=1', { headers })).json();
      await fetch(${next}, { headers });`;
    const recorded = async (next: string) => {
      const words = ["record", "--to", folder(), "--target", url, "--", ...program(script(next))];
      return (await runHere(words, { KEY: key })).stderr;
    };
    expect(await recorded("first.links.next")).toContain(note);
    const own = "url + '/api/profiles' + new URL(first.links.next).search";
    expect(await recorded(own)).not.toContain(note);
  });

  it("passes bytes unchanged, each request once, and says what it left out", async () => {
    const large = JSON.stringify({ data: "x".repeat(2_100_000) });
    const { url, asked } = await service((req, res) => {
      if (req.url === "/broken") return void res.destroy();
      if (req.url === "/image")
        return void res
          .writeHead(200, { "Content-Type": "image/png" })
          .end(Buffer.from([137, 80, 0, 255]));
      const body = gzipSync(req.url === "/large" ? large : '{"data":[]}');
      res.writeHead(418, "Odd", { "Content-Encoding": "gzip", "X-Odd": "yes" }).end(body);
    });
    const to = folder();
    const script = `
      import { request } from "node:http";
      const ask = (path, body) => new Promise((resolve) => {
        const asking = request(url + path, { method: body ? "POST" : "GET", headers: { "content-type": "application/json" } }, async (answer) => {
          const parts = []; for await (const part of answer) parts.push(part);
          resolve([answer.statusCode, answer.statusMessage, answer.headers["x-odd"], Buffer.concat(parts).toString("hex").slice(0, 20)].join(" "));
        });
        asking.once("error", ({ code }) => resolve(code)); asking.end(body);
      });
      for (const path of ["/a'b|c?x=[1]", "/large", "/image", "/broken"]) console.log(await ask(path));
      console.log(await ask("/post", '{"data":1}'));`;
    const { code, stdout, stderr } = await run([
      "record",
      "--to",
      to,
      "--target",
      url,
      "--",
      ...program(script),
    ]);
    expect(stderr).toContain("1 of 5 exchanges got no response of the service\n");
    const gzipped = gzipSync('{"data":[]}').toString("hex").slice(0, 20);
    const [first, second, third, fourth, fifth] = stdout.split("\n");
    expect([code, first, third, fifth]).toEqual([
      0,
      `418 Odd yes ${gzipped}`,
      "200 OK  895000ff",
      `418 Odd yes ${gzipped}`,
    ]);
    expect(second).toMatch(/^418 Odd yes 1f8b/);
    expect(fourth).toMatch(/^502 /);
    expect(asked.map(({ method, url: path, body }) => `${method} ${path} ${body}`.trim())).toEqual([
      "GET /a'b|c?x=[1]",
      "GET /large",
      "GET /image",
      "GET /broken",
      'POST /post {"data":1}',
    ]);
    const { entries } = archiveIn(to).log;
    expect(
      entries.map(({ response }) => [response.status, response.comment, response.content.text]),
    ).toEqual([
      [418, undefined, '{"data":[]}'],
      [418, "left out: the body is no text, or too large", undefined],
      [200, "left out: the body is no text, or too large", undefined],
      [0, undefined, ""],
      [418, undefined, '{"data":[]}'],
    ]);
  });

  // The scrubber's own tests look for each kind in each place.
  it("keeps none of 40 kinds of secrets, of which a quarter stands in each of 50 places", async () => {
    const { url } = await service((req, res) =>
      res
        .writeHead(200, { "content-type": "application/json" })
        .end(
          JSON.stringify(answers[Number(new URL(req.url ?? "", "http://x").searchParams.get("n"))]),
        ),
    );
    const hidings = Object.values(places).flatMap((hide, place) =>
      Object.values(secrets).flatMap((secret, kind) =>
        (place + kind) % 4 === 0 ? [hide(secret)] : [],
      ),
    );
    const answers: unknown[] = hidings
      .filter(({ type }) => type === "application/json")
      .map(({ body = "" }) => JSON.parse(body));
    const to = folder();
    const file = join(folder(), "hidings.json");
    // Each is sent; each document is answered, too.
    writeFileSync(
      file,
      JSON.stringify({
        hidings: hidings.map((each) => ({ ...each, headers: each.headers ?? [] })),
        answers: answers.length,
      }),
    );
    const script = `
      import { readFileSync } from "node:fs"; import { request, Agent } from "node:http";
      const { hidings, answers } = JSON.parse(readFileSync(${JSON.stringify(file)}, "utf8"));
      const agent = new Agent({ keepAlive: true });
      const ask = (path, { body, type = "text/plain", headers = [] }) => new Promise((resolve) => {
        const asking = request(url + path, { agent, method: body === undefined ? "GET" : "POST" }, (answer) => answer.resume().once("end", resolve));
        for (let at = 0; at < headers.length; at += 2) asking.setHeader(headers[at], headers[at + 1]);
        asking.setHeader("content-type", type); asking.once("error", resolve); asking.end(body);
      });
      for (const each of hidings) {
        const { pathname, search } = new URL(each.url ?? "http://x/api/lists?n=0");
        await ask(pathname + search, each);
      }
      for (let n = 0; n < answers; n += 1) await ask("/api/lists?n=" + n, {});`;
    const { code } = await runHere([
      "record",
      "--to",
      to,
      "--target",
      url,
      "--",
      ...program(script),
    ]);
    const text = readFileSync(join(to, "recording.har"), "utf8").toLowerCase();
    const leaks = Object.entries(secrets).flatMap(([kind, secret]) =>
      waysToWrite(secret)
        .filter((way) => text.includes(way))
        .map((way) => `${kind}: ${way}`),
    );
    expect([code, leaks]).toEqual([0, []]);
    expect(archiveIn(to).log.entries).toHaveLength(hidings.length + answers.length);
  }, 60_000);

  it("is a whole archive when it is killed, and ends by a signal with what it has", async () => {
    const { url } = await listening();
    for (const signal of ["SIGKILL", "SIGINT"] as const) {
      const to = folder();
      const script = `for (const path of ["/api/lists", "/api/metrics"]) await (await fetch(url + path)).text();
        console.log("asked"); await new Promise((over) => setTimeout(over, 10_000));`;
      const child = spawnCli(["record", "--to", to, "--target", url, "--", ...program(script)]);
      await new Promise((asked) => child.stdout?.once("data", asked));
      child.kill(signal);
      await ended(child);
      // Of a process that is killed, the last one may be under way.
      expect(archiveIn(to).log.entries.length).toBeGreaterThanOrEqual(signal === "SIGINT" ? 2 : 1);
    }
  });

  it("leaves nothing where nothing was asked, and says so", async () => {
    const to = folder();
    const { code, stderr } = await runHere([
      "record",
      "--to",
      to,
      "--target",
      "https://api.example.com",
      "--",
      process.execPath,
      "-e",
      "0",
    ]);
    expect([code, readdirSync(to)]).toEqual([0, []]);
    expect(stderr).toContain(
      "nothing was recorded: the command did not use SERVICE_EMULATOR_URL in place of https://api.example.com\n",
    );
  });
});

describe("record --intercept", () => {
  const asking = `const answer = await fetch("https://api.example.com/api/lists", { headers }); console.log(answer.status, (await answer.json()).links.self);`;

  it("stands between a program and its host, by way of the user's own proxy", async () => {
    const { emulator } = await listening({ intercept: ["api.example.com"] });
    const { url = "", certificate = "" } = emulator.interception ?? {};
    const ca = join(folder(), "ca.pem");
    writeFileSync(ca, certificate);
    const to = folder();
    const user = { HTTPS_PROXY: url, NODE_EXTRA_CA_CERTS: ca, KEY: emulator.keys["full"] ?? "" };
    const { code, stdout } = await run(
      ["record", "--to", to, "--intercept", "api.example.com", "--", ...program(asking)],
      user,
    );
    expect([code, stdout]).toEqual([0, "200 https://api.example.com/api/lists\n"]);
    const [entry] = archiveIn(to).log.entries;
    expect(entry?.request.url).toBe("https://api.example.com/api/lists");
    expect(emulator.requests.list()).toHaveLength(1);
  });

  it("believes no host whose certificate it does not trust", async () => {
    const { emulator } = await listening({ intercept: ["api.example.com"] });
    const to = folder();
    const user = { HTTPS_PROXY: emulator.interception?.url ?? "" };
    const script = `const answer = await fetch("https://api.example.com/api/lists", { headers }); console.log(answer.status, await answer.text());`;
    const { stdout } = await run(
      ["record", "--to", to, "--intercept", "api.example.com", "--", ...program(script)],
      user,
    );
    expect(stdout).toMatch(
      /^502 service-emulator: api\.example\.com broke off \([A-Z_]*CERT[A-Z_]*\)\n/,
    );
    expect(emulator.requests.list()).toEqual([]);
  });
});

describe("record rejects", () => {
  it.each([
    [["--target", "https://x.test"], "record needs a command: "],
    [["--", "true"], "record takes one of --intercept HOST and --target URL"],
    [["--target", "https://x.test", "--intercept", "x.test", "--", "true"], "record takes one of "],
    [
      ["--target", "http://x.test", "--", "true"],
      "--target http://x.test: expected https://HOST, or http:// with a loopback address",
    ],
    [["--target", "https://ada:secret@x.test", "--", "true"], "expected https://HOST"],
    [
      ["--intercept", "https://x.test", "--", "true"],
      "--intercept https://x.test: expected a host, such as api.example.com",
    ],
  ])("%j in one line", async (words, told) => {
    const to = join(folder(), "session");
    const { code, stderr } = await runHere(["record", "--to", to, ...words]);
    expect([code, stderr.split("\n").length]).toEqual([2, 2]);
    expect(stderr).toContain(told);
    expect(existsSync(to)).toBe(false);
  });

  it("a folder that has a recording", async () => {
    const to = folder();
    writeFileSync(join(to, "recording.har"), "mine");
    const { code, stderr } = await runHere([
      "record",
      "--to",
      to,
      "--target",
      "https://x.test",
      "--",
      "true",
    ]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(
        "has a recording (recording.har). Give another folder, or remove it\n",
      ),
    ]);
    expect(readFileSync(join(to, "recording.har"), "utf8")).toBe("mine");
  });
});
