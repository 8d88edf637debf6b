import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { empty, run } from "../../support/cli.ts";
import { clients, ran } from "./client.ts";

const works = (file: string, ...args: string[]): boolean => {
  try {
    execFileSync(file, args, { stdio: "ignore", timeout: 20_000 });
    return true;
  } catch {
    return false;
  }
};

/** What a client in Python begins with: how it asks, plans faults, and says what it saw. */
const python = `
import json, os, socket, threading, time, urllib.error, urllib.request
url, file = os.environ["SERVICE_EMULATOR_URL"], os.environ["SAID"]
headers = {"authorization": "Service-API-Key " + os.environ["SERVICE_EMULATOR_API_KEY"], "revision": "2026-07-15"}
def ask(path, timeout=None, body=None):
    try:
        with urllib.request.urlopen(urllib.request.Request(url + path, body, headers), timeout=timeout) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers, answer.read()
def plan(**fault):
    assert ask("/_emulator/faults", None, json.dumps({"operation": "get_lists", **fault}).encode())[0] < 300
def say(what):
    with open(file, "a") as said: said.write(json.dumps(what) + "\\n")
start = time.time()
def since(unit=1): return round((time.time() - start) / unit)
`;

/** The same in Ruby. */
const ruby = `
require "json"
require "net/http"
require "timeout"
URL, FILE = URI(ENV["SERVICE_EMULATOR_URL"]), ENV["SAID"]
HEADERS = { "authorization" => "Service-API-Key " + ENV["SERVICE_EMULATOR_API_KEY"], "revision" => "2026-07-15" }
def ask(path, timeout = nil, body = nil)
  Net::HTTP.start(URL.host, URL.port, read_timeout: timeout, max_retries: 0) do |http|
    answer = body ? http.post(path, body, HEADERS) : http.get(path, HEADERS)
    [answer.code.to_i, answer, answer.body]
  end
end
def plan(**fault) = ask("/_emulator/faults", nil, JSON.generate(operation: "get_lists", **fault))[0] < 300 || raise
def say(what) = File.write(FILE, JSON.generate(what) + "\\n", mode: "a")
START = Time.now
def since(unit = 1) = ((Time.now - START) / unit).round
`;

/** One behaviour as a client in each language. */
type Scripts = Readonly<Record<"Python" | "Ruby", string>>;

const command = { Python: "python3", Ruby: "ruby" } as const;
const names = (["Python", "Ruby"] as const).filter((name) => works(command[name], "--version"));

/** Runs such a client with its waits skipped. */
function skipped(name: keyof Scripts, scripts: Scripts, words: readonly string[] = []) {
  const file = name === "Python" ? "client.py" : "client.rb";
  const begins = name === "Python" ? python : ruby;
  const folder = clients({ [file]: begins + scripts[name] });
  return ran([command[name], join(folder, file)], ["--timeout", "99h", ...words]);
}

describe.runIf(process.platform !== "win32").each(names)("--skip-waits in %s", (name) => {
  it("lets an hour of waits take no time, by which the emulator goes, too", async () => {
    const { code, said, stderr } = await skipped(name, {
      Python: `
plan(status=429, retryAfter=1800, times=2)
while True:
    status, told, _ = ask("/api/lists")
    if status == 200: break
    time.sleep(int(told["retry-after"]))
say(since(60))`,
      Ruby: `
plan(status: 429, retryAfter: 1800, times: 2)
until (answer = ask("/api/lists"))[0] == 200
  sleep Integer(answer[1]["retry-after"])
end
say since(60)`,
    });
    expect([code, said]).toEqual([0, [60]]);
    expect(stderr).toContain("--skip-waits: 60 min of waits took no time");
    expect(stderr).toMatch(/get_lists +3 +200 +429 ×2/);
  });

  it("gives up an answer that is delayed by 5 s after 3 s, and not one that is delayed by 2 s", async () => {
    const { said } = await skipped(name, {
      Python: `
plan(sequence=[{"delay": "5s"}, {"delay": "2s"}, {"connection": "hang"}])
for seconds in (3, 3, 240):
    try: say(ask("/api/lists", seconds)[0])
    except (socket.timeout, urllib.error.URLError): say(["gave up", since()])`,
      Ruby: `
plan(sequence: [{ delay: "5s" }, { delay: "2s" }, { connection: "hang" }])
[3, 3, 240].each do |seconds|
  say ask("/api/lists", seconds)[0]
rescue Net::ReadTimeout
  say ["gave up", since]
end`,
    });
    expect(said).toEqual([["gave up", 3], 200, ["gave up", 245]]);
  });

  it("has every clock say the same, and every wait go by it", async () => {
    const { said } = await skipped(name, {
      Python: `
import asyncio, datetime, queue, select
begin = time.monotonic(), datetime.datetime.now(), time.perf_counter()
time.sleep(3600)
say([round(each / 60) for each in (time.monotonic() - begin[0], (datetime.datetime.now() - begin[1]).total_seconds(), time.perf_counter() - begin[2])])
say([threading.Event().wait(600), since(60)])
try: queue.Queue().get(timeout=600)
except queue.Empty: say(["empty", since(60)])
select.select([], [], [], 600)
async def main():
    try: await asyncio.wait_for(asyncio.sleep(9999), 600)
    except asyncio.TimeoutError: say(["asyncio", since(60)])
asyncio.run(main())`,
      Ruby: `
begin_at = [Process.clock_gettime(Process::CLOCK_MONOTONIC), Time.new]
sleep 3600
say [Process.clock_gettime(Process::CLOCK_MONOTONIC) - begin_at[0], Time.new - begin_at[1], Time.now - begin_at[1]].map { |each| (each / 60).round }
mutex = Mutex.new
mutex.synchronize { ConditionVariable.new.wait(mutex, 600) }
say [false, since(60)]
begin
  Timeout.timeout(600) { sleep }
rescue Timeout::Error
  say ["empty", since(60)]
end
IO.select(nil, nil, nil, 600)
sleeping = Thread.new { sleep 9999 }
sleeping.join(600)
say ["asyncio", since(60)]`,
    });
    expect(said).toEqual([
      [60, 60, 60],
      [false, 70],
      ["empty", 80],
      ["asyncio", 100],
    ]);
  });

  it("wakes threads in their order, and those that wait for them", async () => {
    const { said } = await skipped(name, {
      Python: `
from concurrent.futures import ThreadPoolExecutor
lock = threading.Lock()
def work(minutes):
    time.sleep(60 * minutes)
    with lock: say([minutes, since(60)])
    return minutes
with ThreadPoolExecutor(3) as pool: say(list(pool.map(work, (30, 10, 20))))`,
      Ruby: `
lock = Mutex.new
say([30, 10, 20].map { |minutes| Thread.new { sleep 60 * minutes; lock.synchronize { say [minutes, since(60)] }; minutes } }.map(&:value))`,
    });
    expect(said).toEqual([
      [10, 10],
      [20, 20],
      [30, 30],
      [30, 10, 20],
    ]);
  });

  it("keeps real time while a thread waits for what is not seen, and says so", async () => {
    const { code, said, stderr } = await skipped(name, {
      Python: `
reads, writes = os.pipe()
threading.Thread(target=lambda: (time.sleep(1.5), os.write(writes, b"."))).start()
os.read(reads, 1)
say(since())`,
      Ruby: `
reads, writes = IO.pipe
Thread.new { sleep 1.5; writes << "." }
reads.readpartial(1)
say since`,
    });
    expect({ code, said, stderr }).toMatchObject({ code: 0, said: [2] });
    expect(stderr).toMatch(/Time was real for [\d.]+ s: client\.\w+ .*a thread computes, or is/);
  });

  it("keeps what the variables of the language load already", async () => {
    const own = clients({ "sitecustomize.py": "own = 1\n", "own.rb": "$own = 1\n" });
    const file = name === "Python" ? "client.py" : "client.rb";
    const script = { Python: "import sitecustomize; say(sitecustomize.own)", Ruby: "say $own" };
    const begins = name === "Python" ? python : ruby;
    const folder = clients({ [file]: begins + script[name] });
    const { said } = await ran(
      [command[name], join(folder, file)],
      ["--intercept", "api.example.com"],
      ["exec", "--fixtures", empty],
      { PYTHONPATH: own, RUBYLIB: own, RUBYOPT: "-rown" },
    );
    expect(said).toEqual([1]);
  });
});

describe.runIf(works("python3", "-c", "import requests"))("--skip-waits in Python", () => {
  it("goes by way of the proxy and of TLS, with a session that stays open", async () => {
    const { said } = await skipped(
      "Python",
      {
        Python: `
import requests
plan(sequence=[{"delay": "20s"}, {"connection": "hang"}, {"status": 429, "retryAfter": 1800}])
session = requests.Session()
for seconds in (60, 40, 60, 60):
    try:
        answer = session.get("https://api.example.com/api/lists", headers=headers, timeout=seconds)
        time.sleep(int(answer.headers.get("retry-after", 0)))
        say([answer.status_code, since(10)])
    except requests.Timeout: say(["gave up", since(10)])`,
        Ruby: "",
      },
      ["--intercept", "api.example.com"],
    );
    expect(said).toEqual([
      [200, 2],
      ["gave up", 6],
      [429, 186],
      [200, 186],
    ]);
  });
});

it.runIf(names.includes("Python") && process.platform !== "win32")(
  "skips nothing while Python has yet to read what it will run",
  async () => {
    const begun = `import os; open(os.path.join(os.path.dirname(__file__), "begun"), "w")`;
    const client = `${python}\nsay(since(60))`;
    const folder = clients({ "client.py": client, "sitecustomize.py": begun });
    execFileSync("mkfifo", [join(folder, "pipe.py")]);
    // Until somebody writes, it cannot be opened.
    const write = "until [ -e begun ]; do sleep 0.1; done; sleep 0.5; cat client.py > pipe.py";
    const writer = spawn("sh", ["-c", write], { cwd: folder, stdio: "ignore" });
    onTestFinished(() => void writer.kill());
    const command = ["python3", join(folder, "pipe.py")];
    const exec = ["exec", "--fixtures", empty];
    const { code, said } = await ran(command, ["--timeout", "99h"], exec, { PYTHONPATH: folder });
    expect({ code, said }).toEqual({ code: 0, said: [0] });
  },
);

it.runIf(names.includes("Python")).each([
  ["-m", "busy", "python -m busy (process"],
  ["-c", "import busy", "python -c (process"],
])("names a program of Python that begins with %s", async (flag, what, name) => {
  const folder = clients({ "busy.py": `import os; os.system("sleep 2")` });
  const exec = ["exec", "--fixtures", empty, "--skip-waits", "--"];
  const { stderr } = await run([...exec, "python3", flag, what], {}, folder);
  expect(stderr).toContain(name);
});

it.runIf(names.includes("Python"))(
  "Python's clocks keep the names by which some look for them",
  async () => {
    const { said } = await skipped("Python", {
      Python: "say([[each.__module__, each.__name__] for each in (time.perf_counter, time.sleep)])",
      Ruby: "",
    });
    expect(said).toEqual([
      [
        ["time", "perf_counter"],
        ["time", "sleep"],
      ],
    ]);
  },
);

const fastest = ["/usr/bin/python3", "python3"].find((file) => works(file, "-c", "import aiohttp"));

describe.runIf(fastest !== undefined)("--skip-waits in Python's aiohttp", () => {
  it("takes no connection that is kept open for one on which something is asked", async () => {
    const script = `
import aiohttp, asyncio
plan(sequence=[{"delay": "20s"}, {"connection": "hang"}, {"status": 429, "retryAfter": 1800}])
async def main():
    async with aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(total=40)) as session:
        for _ in range(4):
            try:
                async with session.get(url + "/api/lists") as answer:
                    await answer.read()
                    await asyncio.sleep(int(answer.headers.get("retry-after", 0)))
                    say([answer.status, since(10)])
            except asyncio.TimeoutError: say(["gave up", since(10)])
asyncio.run(main())`;
    const folder = clients({ "client.py": python + script });
    const { said } = await ran([fastest as string, join(folder, "client.py")], ["--timeout", "9h"]);
    expect(said).toEqual([
      [200, 2],
      ["gave up", 6],
      [429, 186],
      [200, 186],
    ]);
  });
});
