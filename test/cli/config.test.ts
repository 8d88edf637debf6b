import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { configShape } from "../../src/cli/options/config-shape.ts";
import { startOptions } from "../../src/cli/options/start-options.ts";
import { run, runHere, spawnCli } from "../support/cli.ts";

const name = "service-emulator.config.yaml";

/** A project with a config file, and a folder below it. */
function project(config: string, file = name) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "emulator-config-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const below = join(folder, "src");
  mkdirSync(below);
  writeFileSync(join(folder, file), config);
  const cli = (args: string[], env = {}, cwd = below) => runHere(args, env, cwd);
  const printed = async (args: string[] = [], env = {}, cwd = below) => {
    const { stdout } = await cli(["config", "print", "--json", ...args], env, cwd);
    const { options } = JSON.parse(stdout) as {
      options: { option: string; value: unknown; from: string }[];
    };
    return (wanted: string) => options.find(({ option }) => option === wanted);
  };
  return { folder, below, cli, printed, file: join(folder, file) };
}

/** What `config print` obeys from a folder, or why it obeys nothing. */
async function obeyed(from: string, env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runHere(["config", "print", "--json"], env, from);
  return code === 0 ? ((JSON.parse(stdout) as { file: string | null }).file ?? "none") : stderr;
}

describe("a config file that is looked for", () => {
  it("is not taken from above the root of a repository", async () => {
    const { folder, below, file } = project("port: 1\n");
    expect(await obeyed(below)).toBe(file);
    mkdirSync(join(below, ".git"));
    expect(await obeyed(below)).toBe("none");
    // In a worktree of git's, it is a file.
    rmSync(join(below, ".git"), { recursive: true });
    writeFileSync(join(below, ".git"), "gitdir: elsewhere\n");
    expect(await obeyed(below)).toBe("none");
    writeFileSync(join(folder, ".git"), "gitdir: elsewhere\n");
    expect(await obeyed(folder)).toBe(file);
  });

  it("is not taken from above the home folder", async () => {
    const { folder, below, file } = project("port: 1\n");
    expect(await obeyed(below, { HOME: below })).toBe("none");
    expect(await obeyed(below, { HOME: folder })).toBe(file);
    const link = join(folder, "link");
    symlinkSync(below, link, "junction");
    expect(await obeyed(below, { HOME: link })).toBe("none");
  });

  it.skipIf(process.getuid === undefined)(
    "is not taken from a folder above in which everybody writes",
    async () => {
      const { folder, below, file } = project("port: 1\n");
      chmodSync(folder, 0o1777);
      expect(await obeyed(below)).toBe("none");
      expect(await obeyed(folder)).toBe(file);
    },
  );

  it.skipIf(process.getuid === undefined)(
    "is refused in one line if others may write to it, and obeyed once it is named",
    async () => {
      const { below, file } = project("port: 1\n");
      chmodSync(file, 0o666);
      expect(await obeyed(below)).toBe(
        `service-emulator: ${file} was found, and is open to other users. ` +
          `Give it as --config if you trust it, or change its owner or its mode\n`,
      );
      expect(await obeyed(below, { SERVICE_EMULATOR_CONFIG: file })).toBe(file);
      chmodSync(file, 0o644);
      expect(await obeyed(below)).toBe(file);
    },
  );

  it.skipIf(process.getuid?.() !== 0)("is refused if it is another user's", async () => {
    const { below, file } = project("port: 1\n");
    chownSync(file, 12_345, 12_345);
    expect(await obeyed(below)).toContain(
      `${file} was found, and belongs to another user. Give it`,
    );
    // A group of others may write.
    chownSync(file, 0, 12_345);
    chmodSync(file, 0o664);
    expect(await obeyed(below)).toContain(`${file} was found, and is open to other users. Give it`);
  });

  it("may be a link of this user's, and nothing that is no file", async () => {
    const { folder, below, file } = project("port: 1\n");
    const own = join(folder, "own.yaml");
    renameSync(file, own);
    symlinkSync(own, file);
    expect(await obeyed(below)).toBe(file);
    rmSync(file);
    mkdirSync(file);
    expect(await obeyed(below)).toContain(`${file} was found, and is no file. Give`);
  });

  it("is named by the banner of the emulator that obeys it", async () => {
    const { below, file } = project("fixtures: empty\nport: 0\n");
    const child = spawnCli(["start"], {}, "pipe", below);
    let text = "";
    for await (const chunk of child.stdout as NodeJS.ReadableStream) {
      if ((text += String(chunk)).includes("Ctrl-C")) break;
    }
    expect(text).toMatch(new RegExp(`^ *Config +${file}$`, "m"));
  });
});

describe("a config file", () => {
  it("is found upwards from the current folder", async () => {
    const { printed, file } = project("port: 4321\n");
    expect((await printed())("port")).toEqual({ option: "port", value: 4321, from: file });
  });

  it.each(["service-emulator.config.yml", "service-emulator.config.json"])(
    "may be called %s",
    async (other) => {
      const { printed } = project('{ "port": 4321 }', other);
      expect((await printed())("port")?.value).toBe(4321);
    },
  );

  it("gives way to a variable, which gives way to a flag", async () => {
    const { printed, file } = project("port: 1\nseed: 1\nrateLimits: off\n");
    const env = { SERVICE_EMULATOR_PORT: "2", SERVICE_EMULATOR_SEED: "2" };
    const value = await printed(["--port", "3"], env);
    expect([value("port"), value("seed"), value("rateLimits"), value("authScheme")]).toEqual([
      { option: "port", value: 3, from: "--port" },
      { option: "seed", value: 2, from: "SERVICE_EMULATOR_SEED" },
      { option: "rateLimits", value: "off", from: file },
      { option: "authScheme", value: "Service-API-Key", from: "default" },
    ]);
  });

  it("names files from its own folder", async () => {
    const { printed, folder } = project("fixtures: [small, mine.yaml]\nexportOnExit: saved\n");
    const value = await printed();
    expect(value("fixtures")?.value).toEqual(["small", join(folder, "mine.yaml")]);
    expect(value("exportOnExit")?.value).toBe(join(folder, "saved"));
  });

  it("is what `exec` boots by", async () => {
    const { below } = project("fixtures: empty\nauthScheme: My-API-Key\nquiet: true\n");
    const program = "console.log(process.env.SERVICE_EMULATOR_AUTH_SCHEME)";
    const { stdout, stderr } = await run(
      ["exec", "--", process.execPath, "-e", program],
      {},
      below,
    );
    expect([stdout, stderr]).toEqual(["My-API-Key\n", ""]);
  });

  it("can be given, and then no other is looked for", async () => {
    const { cli, folder } = project("port: 1\n");
    const other = join(folder, "other.yaml");
    writeFileSync(other, "port: 2\n");
    const { stdout } = await cli(["config", "print", "--json", "--config", other]);
    expect(JSON.parse(stdout).file).toBe(other);
    const gone = await cli(["config", "print", "--config", "gone.yaml"]);
    expect([gone.code, gone.stderr]).toEqual([
      2,
      expect.stringContaining("gone.yaml: there is no such file"),
    ]);
  });

  it.each([
    ["prot: 1\n", `${name}:1: prot: unknown member; did you mean port?`],
    ["seed: 1\nport: high\n", `${name}:2: port: expected a whole number`],
    ["port: [\n", `${name}:`],
    ["- port\n", `${name}:1: `],
    ["authScheme: two words\n", `${name}: authScheme: Expected letters`],
    ["fixtures: empty\nrateLimits: fast\n", `${name}: rateLimits: expected real, off, or x10`],
  ])("that says %j is refused in one line", async (config, message) => {
    const { cli } = project(config);
    const { code, stdout, stderr } = await cli(["start"], {
      SERVICE_EMULATOR_QUIET: "1",
    });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("that is a folder is refused in the words of other files", async () => {
    const { cli, folder } = project("port: 1\n");
    const { code, stderr } = await cli(["config", "print", "--config", folder]);
    expect([code, stderr]).toEqual([
      2,
      `service-emulator: ${folder}: is a directory; expected a file\n`,
    ]);
  });

  it("knows every option of a start, and no other", () => {
    const options = startOptions().map((option) => option.attributeName());
    const members = configShape.kind === "object" ? [...configShape.members.keys()] : [];
    expect(members.filter((member) => member !== "$schema").toSorted()).toEqual(options.toSorted());
  });
});
