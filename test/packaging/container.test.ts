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

/** What the image would start, with these words after its entry point, but on a free port. */
async function boot(command: readonly string[]): Promise<string> {
  const child = spawnCli(command, { SERVICE_EMULATOR_PORT: "0", SERVICE_EMULATOR_JSON: "true" });
  const { url, event } = JSON.parse((await linesOf(child).next()).value);
  expect(event).toBe("ready");
  return `http://127.0.0.1:${new URL(url).port}`;
}

/** The status of a request that names this host. */
const statusFor = (url: string, host: string, init: { method?: string; headers?: object } = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const headers = { ...init.headers, host };
    request(url, { method: init.method ?? "GET", headers }, ({ statusCode }) => resolve(statusCode))
      .once("error", reject)
      .end();
  });

describe("the image", () => {
  it("starts with the command's own flags, and its health check tells whether it answers", async () => {
    expect(words("ENTRYPOINT")).toEqual(["service-emulator"]);
    const url = await boot(words("CMD"));
    const [command, ...check] = words("HEALTHCHECK");
    expect(command).toBe("service-emulator");
    const asked = (where: string) =>
      run(check.map((word) => (word === "http://127.0.0.1:4010" ? where : word)));
    expect(await asked(url)).toMatchObject({ code: 0 });
    expect(await asked("http://127.0.0.1:9")).toMatchObject({ code: 3 });
  });

  it("holds every folder that the command needs, and nobody's rights", () => {
    const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\w+) \1$/gm)].map(
      ([, name]) => name,
    );
    const read = ["docs", "examples"];
    const run = files.filter((name: string) => !name.includes(".") && !read.includes(name));
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
