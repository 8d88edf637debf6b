import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

const nodeHook = "service-emulator-hook.cjs";

/** What Python runs at its start: it loads what lies beside it. */
const door = "sitecustomize.py";

/** What languages load that do not read all variables of a proxy themselves. */
const ofProxy = [
  door,
  "service_emulator_proxy.py",
  "service_emulator_hook.rb",
  nodeHook,
  "service-emulator-fetch.cjs",
];

/** What Python and Ruby load to have their waits skipped. */
const ofWaits = [
  door,
  ...["waits", "time", "channel", "clocks", "sockets"].map((name) => `service_emulator_${name}.py`),
  ...["waits", "time", "channel", "changes"].map((name) => `service_emulator_${name}.rb`),
];

/** Puts them where other processes read them. @param write puts a file there, by its name */
export function writeHooks(
  of: "proxy" | "waits",
  write: (name: string, content: Uint8Array) => unknown,
): void {
  for (const file of of === "proxy" ? ofProxy : ofWaits) write(file, readFileSync(hookFile(file)));
}

/** The languages whose hook was loaded. */
export const loadedHooks = (folder: string): string[] =>
  ["Python", "Ruby", "Node"].filter((name) =>
    existsSync(join(folder, `seen-${name.toLowerCase()}`)),
  );

/** As Node reads a path in NODE_OPTIONS. */
export const quoted = (path: string): string => `"${path.replaceAll(/[\\"]/g, "\\$&")}"`;

/** The files stand beside the built code, as they are. */
function hookFile(name: string): URL {
  const isBuilt = import.meta.url.includes("/dist/");
  return new URL(isBuilt ? `./hooks/${name}` : `../../hooks/${name}`, import.meta.url);
}

const names = ["http_proxy", "https_proxy", "all_proxy"];

/** Loopback is never asked through a proxy; whatever else was spared, the proxy itself spares. */
const spared = "localhost,127.0.0.1,::1,[::1]";

/**
 * How Python and Ruby find the hooks of a folder, beside what they load already.
 *
 * @param name of the one that Ruby requires: it takes no path that has a space in it
 */
export function pathVariables(
  folder: string,
  name: string,
  before: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const joined = (paths = "") => {
    const others = paths.split(delimiter).filter((each) => each !== "" && each !== folder);
    return [folder, ...others].join(delimiter);
  };
  const { RUBYOPT = "" } = before;
  return {
    PYTHONPATH: joined(before["PYTHONPATH"]),
    RUBYLIB: joined(before["RUBYLIB"]),
    RUBYOPT: RUBYOPT.includes(name) ? RUBYOPT : `-r${name} ${RUBYOPT}`.trim(),
  };
}

/**
 * How programs find a proxy, whatever they are written in. What their variables said before is still said.
 *
 * @param folder where the hooks are
 */
export function proxyVariables(proxy: string, folder: string): Record<string, string> {
  const both = (name: string, value: string) => ({ [name]: value, [name.toUpperCase()]: value });
  const node = `--require ${quoted(join(folder, nodeHook))}`;
  const { NODE_OPTIONS = "" } = process.env;
  return {
    ...Object.assign({}, ...names.map((name) => both(name, proxy))),
    ...both("no_proxy", spared),
    NODE_USE_ENV_PROXY: "1",
    NODE_OPTIONS: NODE_OPTIONS.includes(node) ? NODE_OPTIONS : `${node} ${NODE_OPTIONS}`.trim(),
    ...pathVariables(folder, "service_emulator_hook", process.env),
  };
}

/** The same for Java, which reads no variable but one of options. */
export const javaProxy = (proxy: string): string[] => {
  const { hostname, port } = new URL(proxy);
  return ["http", "https"].flatMap((scheme) => [
    `-D${scheme}.proxyHost=${hostname}`,
    `-D${scheme}.proxyPort=${port}`,
  ]);
};
