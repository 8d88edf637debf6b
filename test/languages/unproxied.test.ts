import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { empty, execHere } from "../support/cli.ts";

/** Whether a command ends with 0. */
function works(file: string, ...args: string[]): boolean {
  try {
    execFileSync(file, args, { stdio: "ignore", timeout: 60_000 });
    return true;
  } catch {
    return false;
  }
}

/** What there is of these, for each Python of this machine: to load each takes longer than to ask it. */
const modules = ["ssl", "requests", "certifi", "urllib3", "httpx", "asyncio", "aiohttp"];
const pythons = ["python3", "/usr/bin/python3"].map((file) => {
  const asks = `import importlib.util as u; print(*[n for n in "${modules.join(" ")}".split() if u.find_spec(n)])`;
  try {
    return { file, has: execFileSync(file, ["-c", asks], { encoding: "utf8" }).trim().split(" ") };
  } catch {
    return { file, has: [] };
  }
});

const url = "https://api.example.com/api/metrics";

/** Programs of which each says that it wants no proxy, or its own certificates, by what they need. */
const ofPython: readonly (readonly [what: string, needs: string, script: string])[] = [
  [
    "requests without variables",
    "requests",
    "s = requests.Session(); s.trust_env = False; print(s.get(U, headers=H).status_code)",
  ],
  [
    "requests with certifi",
    "requests, certifi",
    "print(requests.get(U, headers=H, verify=certifi.where()).status_code)",
  ],
  [
    "urllib3 with certifi",
    "urllib3, certifi",
    "print(urllib3.PoolManager(ca_certs=certifi.where()).request('GET', U, headers=H).status)",
  ],
  [
    "httpx without variables",
    "httpx",
    "print(httpx.Client(trust_env=False).get(U, headers=H).status_code)",
  ],
  [
    "httpx with a transport",
    "httpx",
    "print(httpx.Client(transport=httpx.HTTPTransport(retries=2)).get(U, headers=H).status_code)",
  ],
  [
    "httpx with a transport of asyncio",
    "asyncio, httpx",
    `
async def main():
    async with httpx.AsyncClient(transport=httpx.AsyncHTTPTransport(retries=2)) as c: print((await c.get(U, headers=H)).status_code)
asyncio.run(main())`,
  ],
  [
    "aiohttp without variables",
    "asyncio, aiohttp",
    `
async def main():
    async with aiohttp.ClientSession(trust_env=False) as c:
        async with c.get(U, headers=H) as r: print(r.status)
asyncio.run(main())`,
  ],
];

const ruby = `
require "net/http"
http = Net::HTTP.new("api.example.com", 443, nil)
http.use_ssl = true
puts http.get("/api/metrics", "authorization" => "Service-API-Key pk_live_0001", "revision" => "2026-07-15").code`;

/** What a command prints under exec. */
async function printed(...command: readonly string[]): Promise<string> {
  const words = ["--intercept", "api.example.com", "--offline", "--quiet", "--fixtures", empty];
  const ran = await execHere(words, command);
  return ran.printed + ran.stderr;
}

/** A program that wants no proxy would write to the real service. */
describe("a program that says by itself that it wants no proxy meets the emulator", () => {
  it.each(ofPython)("%s", async (_, needs, script) => {
    const all = ["ssl", ...needs.split(", ")];
    const python = pythons.find(({ has }) => all.every((each) => has.includes(each)))?.file;
    if (python === undefined) return console.warn(`not on this machine: ${needs}`);
    const begins = `
import ${needs}
U, H = "${url}", {"authorization": "Service-API-Key pk_live_0001", "revision": "2026-07-15"}
`;
    expect(await printed(python, "-c", begins + script)).toBe("200\n");
  });

  it.runIf(works("ruby", "-e", "require 'openssl'"))("net/http", async () => {
    expect(await printed("ruby", "-e", ruby)).toBe("200\n");
  });
});
