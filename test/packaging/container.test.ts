import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { linesOf, run, spawnCli } from "../support/cli.ts";

const root = join(import.meta.dirname, "../..");
const dockerfile = readFileSync(join(root, "Dockerfile"), "utf8");
const { services } = parse(readFileSync(join(root, "compose.yaml"), "utf8")) as {
  services: Record<"emulator" | "tests", { command: string[]; environment: object }>;
};

/** The words of the Dockerfile's last such instruction, in the form of a list. */
function words(instruction: string): string[] {
  const [, list = "[]"] =
    new RegExp(`^${instruction}\\b[^[\\n]*(\\[.*\\])$`, "m").exec(dockerfile) ?? [];
  return JSON.parse(list);
}

/** The variables that the image sets for the emulator. */
const variables: Record<string, string> = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (SERVICE_EMULATOR_\w+)=(.*)$/gm)].map(
    ([, name = "", value = ""]) => [name, value],
  ),
);

/** What the image starts with these words after its entry point. Without a port among them it takes a free one. */
async function start(command: readonly string[]) {
  const env = { ...variables, SERVICE_EMULATOR_PORT: "0", SERVICE_EMULATOR_JSON: "true" };
  const child = spawnCli(command, env);
  const { url, event } = JSON.parse((await linesOf(child).next()).value);
  expect(event).toBe("ready");
  return { url: new URL(url) };
}

/** How it is reached from outside of the container. */
const boot = async (command: readonly string[]): Promise<string> =>
  `http://127.0.0.1:${(await start(command)).url.port}`;

/** The status of a request that names this host. */
const statusFor = (url: string, host: string, init: { method?: string; headers?: object } = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { ...init.headers, host };
    request(url, { method: init.method ?? "GET", headers }, ({ statusCode }) => resolve(statusCode))
      .once("error", reject)
      .end();
  });

describe("the image", () => {
  it.each<[string[]]>([
    [[]],
    [["start", "--rate-limits", "off"]],
    [["--fixtures", "small", "--port", "0"]],
    [["--tls", "--allowed-hosts", "emulator"]],
  ])("is reached from outside and found healthy with the arguments %j", async (args) => {
    expect(words("ENTRYPOINT")).toEqual(["service-emulator"]);
    const [command, ...check] = words("HEALTHCHECK");
    expect(command).toBe("service-emulator");
    const { url } = await start([...words("CMD"), ...args]);
    expect(url.hostname).toBe("0.0.0.0");
    expect(url.protocol).toBe(args.includes("--tls") ? "https:" : "http:");
    expect(await run(check, variables)).toMatchObject({ code: 0 });
  });

  it("prints an address that works from outside", async () => {
    const child = spawnCli([], { ...variables, SERVICE_EMULATOR_PORT: "0" });
    let shown: string | undefined;
    const lines = { [Symbol.asyncIterator]: () => linesOf(child) };
    for await (const line of lines) {
      shown = /URL +(http\S+), and on every other address/.exec(line)?.[1];
      if (shown !== undefined) break;
    }
    expect((await fetch(`${shown}/_emulator/health`)).status).toBe(200);
  });

  it("is not healthy where no emulator runs", async () => {
    expect(await run(words("HEALTHCHECK").slice(1), variables)).toMatchObject({ code: 3 });
  });

  it("runs any other command", async () => {
    const { code, stdout } = await run(["routes", "--area", "events"], variables);
    expect([code, stdout]).toEqual([0, expect.stringContaining("create_event")]);
  });

  it("holds every folder that the command needs, and nobody's rights", () => {
    const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\w+) \1$/gm)].map(
      ([, name]) => name,
    );
    const run = files.filter((name: string) => !/[.!]/.test(name) && name !== "examples");
    for (const folder of run) {
      expect(copied).toContain(folder);
      expect(existsSync(join(root, folder))).toBe(true);
    }
    expect(dockerfile).toMatch(/^USER node$/m);
  });
});

describe("the compose file", () => {
  it("has an emulator that is addressed by its service's name, and by no other", async () => {
    const url = `${await boot(services.emulator.command)}/_emulator/health`;
    expect(await statusFor(url, "emulator:4010")).toBe(200);
    expect(await statusFor(url, "elsewhere:4010")).toBe(403);
  });

  it("has a token that the tests know, and nobody is obeyed without", async () => {
    const url = `${await boot(services.emulator.command)}/_emulator/reset`;
    const { SERVICE_EMULATOR_CONTROL_TOKEN: token } = services.tests.environment as Record<
      string,
      string
    >;
    const post = (headers: object) => statusFor(url, "emulator:4010", { method: "POST", headers });
    expect(await post({})).toBe(403);
    expect(await post({ "x-emulator-token": token })).toBe(200);
  });

  it("has tests whose command passes against that emulator", async () => {
    const url = await boot(services.emulator.command);
    const [command, ...args] = services.tests.command;
    expect(command).toBe("node");
    const env = { ...process.env, ...services.tests.environment, SERVICE_EMULATOR_URL: url };
    // Compose writes a dollar sign as two.
    const plain = args.map((word) => word.replaceAll("$$", "$"));
    const { stdout } = await promisify(execFile)(process.execPath, plain, { env });
    expect(stdout).toMatch(/^200 /);
  });
});
