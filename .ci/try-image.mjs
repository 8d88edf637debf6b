// Builds the image of the Dockerfile in folders, without a daemon and without its `FROM`: each stage begins as Debian's
// smallest system with a Node from the registry. Its entry point and its health check then run in there, as its user.
import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { FromRegistry } from "./from-registry.mjs";
import { nodes } from "./runtimes.mjs";

const root = resolve(import.meta.dirname, "..");
const mirror = "http://deb.debian.org/debian";
const chroot = "/usr/sbin/chroot";
const paths = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
// What it says is shown where it fails.
const quiet = { stdio: ["ignore", "pipe", "pipe"], maxBuffer: 64_000_000 };

if (process.getuid?.() !== 0) {
  console.log("The image is not tried: only root makes a system in a folder");
  process.exit();
}

const npmHas = (name) => execFileSync("npm", ["config", "get", name], { encoding: "utf8" }).trim();
const certificates = npmHas("cafile");
const reach = {
  env: {
    ...Object.fromEntries(
      Object.entries(process.env).filter(([name]) =>
        /^(https?_proxy|no_proxy|node_extra_ca_certs)$/i.test(name),
      ),
    ),
    npm_config_registry: npmHas("registry"),
  },
  files: [certificates, process.env.NODE_EXTRA_CA_CERTS].filter((file) => existsSync(file ?? "")),
};
if (existsSync(certificates)) reach.env.npm_config_cafile = certificates;

const folder = mkdtempSync(join(tmpdir(), "image-"));
try {
  const instructions = readInstructions(readFileSync(join(root, "Dockerfile"), "utf8"));
  await runImage(await build(instructions));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Each instruction with its words, those of a line that goes on in one. */
function readInstructions(text) {
  return text
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => /^[A-Z]+ /.test(line))
    .map((line) => ({ name: line.split(" ", 1)[0], rest: line.replace(/^[A-Z]+ +/, "") }));
}

/** What `FROM` brings: a system, and the Node that it names. */
async function base(image) {
  const [, major] = /^node:(\d+)/.exec(image) ?? [];
  const { version } = nodes.find((each) => each.version.startsWith(`${major}.`)) ?? {};
  if (version === undefined) throw new Error(`FROM ${image}: no such Node in .ci/runtimes.mjs`);
  const system = join(folder, `node-${major}`);
  if (existsSync(system)) return system;
  execFileSync("debootstrap", ["--variant=minbase", "stable", system, mirror], quiet);
  const npm = dirname(execFileSync("npm", ["root", "--global"], { encoding: "utf8" }).trim());
  cpSync(await new FromRegistry(folder).node({ version }), join(system, "usr/local/bin/node"));
  cpSync(join(npm, "node_modules/npm"), join(system, "usr/local/lib/node_modules/npm"), {
    recursive: true,
  });
  inside(system, "ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm");
  inside(system, "useradd --uid 1000 --create-home node");
  // What this machine reaches the registry by.
  for (const file of ["/etc/resolv.conf", ...reach.files]) {
    mkdirSync(join(system, dirname(file)), { recursive: true });
    cpSync(file, join(system, file), { dereference: true });
  }
  return system;
}

/** Does what the instructions say. @returns the last stage, and what is said of how it runs */
async function build(instructions) {
  const stages = new Map();
  let image;
  for (const { name, rest } of instructions) {
    if (name === "FROM") {
      const [from, , as = "last"] = rest.split(" ");
      image = { system: join(folder, `stage-${as}`), env: {}, cwd: "/", user: "root" };
      execFileSync("cp", ["-al", await base(from), image.system]);
      stages.set(as, image);
    } else if (name === "WORKDIR") {
      image.cwd = rest;
      mkdirSync(join(image.system, rest), { recursive: true });
    } else if (name === "ENV") {
      const [, variable, value] = /^(\w+)=(.*)$/.exec(rest);
      image.env[variable] = value;
    } else if (name === "COPY") copy(rest.split(" "), image, stages);
    else if (name === "RUN") inside(image.system, rest, image);
    else if (name === "USER") image.user = rest;
    else if (name === "ENTRYPOINT") image.entry = JSON.parse(rest);
    else if (name === "HEALTHCHECK") image.check = JSON.parse(rest.slice(rest.indexOf("[")));
    else if (name !== "EXPOSE") throw new Error(`${name}: try-image.mjs does not know it`);
  }
  return image;
}

/** From another stage, or what git has of this clone. */
function copy(words, { system, cwd }, stages) {
  const [, stage] = /^--from=(.*)$/.exec(words[0]) ?? [];
  const to = resolve(cwd, words.at(-1));
  const target = join(system, to);
  const files = words.slice(stage === undefined ? 0 : 1, -1);
  if (files[0] === ".") {
    mkdirSync(target, { recursive: true });
    const copied = "git ls-files -z | xargs -0 cp --parents -t";
    execFileSync("sh", ["-c", `${copied} "$1"`, "sh", target], { cwd: root });
    return;
  }
  const from = stage === undefined ? root : stages.get(stage).system;
  for (const file of files) {
    const source = join(from, file);
    const isInto = words.at(-1).endsWith("/");
    const flags = stage === undefined ? "-aT" : "-alT";
    execFileSync("cp", [flags, source, isInto ? join(target, basename(file)) : target]);
  }
}

/** Runs a line of a shell in there. */
function inside(system, line, { cwd = "/", env = {} } = {}) {
  const script = `cd ${cwd} && ${line}`;
  const own = { PATH: paths, HOME: "/root", ...reach.env, ...env };
  execFileSync(chroot, [system, "sh", "-c", script], { ...quiet, env: own });
}

/** Starts it as a container would, asks it from outside, and asks its health check. */
async function runImage({ system, env, cwd, user, entry, check }) {
  const words = [chroot, `--userspec=${user}`, system, "sh", "-c", `cd ${cwd}; exec "$0" "$@"`];
  const own = { PATH: paths, HOME: `/home/${user}`, ...env };
  execFileSync("mount", ["-t", "proc", "proc", join(system, "proc")]);
  const [command, ...args] = [...words, ...entry, "--demo-keys", "--port", "0", "--json"];
  const child = spawn(command, args, { env: own, stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((done) => void child.once("exit", (code) => done(code)));
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const { url, accounts } = JSON.parse((await lines.next()).value);
    const answer = await fetch(`${url.replace("0.0.0.0", "127.0.0.1")}/api/profiles?page[size]=1`, {
      headers: {
        authorization: `Service-API-Key ${accounts[0].keys[0].key}`,
        revision: "2026-07-15",
      },
    });
    if (answer.status !== 200) throw new Error(`the image answered with ${answer.status}`);
    const [first, ...rest] = [...words, ...check];
    execFileSync(first, rest, { env: own, stdio: "inherit" });
  } finally {
    child.kill("SIGTERM");
    await ended;
    execFileSync("umount", [join(system, "proc")]);
  }
  const code = await ended;
  if (code !== 0) throw new Error(`SIGTERM ended the image with ${code}`);
  console.log(`The image is built, answers as ${user}, is healthy, and ends with 0`);
}
