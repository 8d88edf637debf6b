import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Emulator } from "../../emulator.ts";

export type Variables = Readonly<Record<string, string>>;

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

export function writeHooks(
  of: "proxy" | "waits",
  write: (name: string, content: Uint8Array) => unknown,
): void {
  for (const file of of === "proxy" ? ofProxy : ofWaits) write(file, readFileSync(hookFile(file)));
}

export const loadedHooks = (folder: string): string[] =>
  ["Python", "Ruby", "Node"].filter((name) =>
    existsSync(join(folder, `seen-${name.toLowerCase()}`)),
  );

/** As Node reads a path in NODE_OPTIONS. */
export const quoted = (path: string): string => `"${path.replaceAll(/[\\"]/g, "\\$&")}"`;

function hookFile(name: string): URL {
  const isBuilt = import.meta.url.includes("/dist/");
  return new URL(isBuilt ? `./hooks/${name}` : `../../hooks/${name}`, import.meta.url);
}

const names = ["http_proxy", "https_proxy", "all_proxy"];

/** Loopback is never asked through a proxy; whatever else was spared, the proxy itself spares. */
const spared = "localhost,127.0.0.1,::1,[::1]";

/** How Python and Ruby find the hooks of a folder. @param name of the one that Ruby requires: no path with a space */
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

/** How programs find a proxy; what their variables said before is still said. @param folder with the hooks */
function proxyVariables(proxy: string, folder: string): Record<string, string> {
  const both = (name: string, value: string) => ({ [name]: value, [name.toUpperCase()]: value });
  const node = `--require ${quoted(join(folder, nodeHook))}`;
  const { NODE_OPTIONS = "" } = process.env;
  return {
    ...Object.assign({}, ...names.map((name) => both(name, proxy))),
    ...both("no_proxy", spared),
    NODE_USE_ENV_PROXY: "1",
    // Perl reads the others if it is asked to.
    PERL_LWP_ENV_PROXY: "1",
    MOJO_PROXY: "1",
    NODE_OPTIONS: NODE_OPTIONS.includes(node) ? NODE_OPTIONS : `${node} ${NODE_OPTIONS}`.trim(),
    ...pathVariables(folder, "service_emulator_hook", process.env),
  };
}

/** The same for Java, which reads no variable but one of options. */
const javaProxy = (proxy: string): string[] => {
  const { hostname, port } = new URL(proxy);
  return ["http", "https"].flatMap((scheme) => [
    `-D${scheme}.proxyHost=${hostname}`,
    `-D${scheme}.proxyPort=${port}`,
  ]);
};

/** Files by which clients in other languages trust an emulator that speaks https. */
export interface Trust {
  /** What is trusted beside a client's own roots: the emulator, and what was named before. */
  readonly extra: string;
  /** The same with Node's roots, for clients that trust nothing else then. */
  readonly bundle: string;
  readonly store: string;
  /** The folder with all of it, with the settings of PHP, which heeds no variable, and with the hooks. */
  readonly folder: string;
}

export interface Access {
  readonly url: string;
  readonly companyId: string;
  readonly key: string;
  readonly authScheme?: string | undefined;
  /** What it must trust, with https. */
  readonly caFile?: string | undefined;
  readonly trust?: Trust | undefined;
  /** Where hosts are intercepted. */
  readonly proxy?: string | undefined;
  /** The folder with the hooks; the trust's, unless given. */
  readonly hooks?: string | undefined;
}

/** What a client of this emulator's needs: the key that may do everything, if there is one. */
export const accessOf = ({ url, companyId, keys }: Emulator, authScheme?: string): Access => ({
  url,
  companyId,
  key: keys["full"] ?? Object.values(keys)[0] ?? "",
  authScheme,
});

export const environmentOf = (access: Access): Record<string, string> => ({
  SERVICE_EMULATOR_URL: access.url,
  SERVICE_EMULATOR_API_KEY: access.key,
  SERVICE_EMULATOR_COMPANY_ID: access.companyId,
  SERVICE_EMULATOR_AUTH_SCHEME: access.authScheme ?? "Service-API-Key",
  ...noProxyFor(access.url),
  ...(access.caFile !== undefined && { SERVICE_EMULATOR_CA_FILE: access.caFile }),
  ...environmentOfProxy(access),
});

export const environmentOfProxy = ({
  caFile,
  trust,
  proxy,
  hooks = trust?.folder,
}: Pick<Access, "caFile" | "trust" | "proxy" | "hooks">): Record<string, string> => ({
  ...(caFile !== undefined && { NODE_EXTRA_CA_CERTS: caFile }),
  ...(trust && trustVariables(trust, proxy)),
  ...(proxy !== undefined && hooks !== undefined && proxyVariables(proxy, hooks)),
});

/** Variables by which certificates are named. Deno and Node have their own roots beside them. */
export const extras = ["NODE_EXTRA_CA_CERTS", "DENO_CERT"] as const;
export const bundles = [
  "SSL_CERT_FILE",
  "REQUESTS_CA_BUNDLE",
  "CURL_CA_BUNDLE",
  "PERL_LWP_SSL_CA_FILE",
] as const;

/** How clients are told of them, with what they were told before. */
function trustVariables({ extra, bundle, store, folder }: Trust, proxy: string | undefined) {
  const quote = (option: string) => (/\s/.test(option) ? `"${option}"` : option);
  const kept = [`-Djavax.net.ssl.trustStore=${store}`, "-Djavax.net.ssl.trustStoreType=JKS"];
  const java = [...kept, ...(proxy ? javaProxy(proxy) : [])].map(quote).join(" ");
  const { JAVA_TOOL_OPTIONS: options = "", PHP_INI_SCAN_DIR: folders = "" } = process.env;
  const between = process.platform === "win32" ? ";" : ":";
  return {
    ...Object.fromEntries(extras.map((name) => [name, extra])),
    ...Object.fromEntries(bundles.map((name) => [name, bundle])),
    // Of what stands there twice, the last holds.
    JAVA_TOOL_OPTIONS: options.endsWith(java) ? options : `${options} ${java}`.trim(),
    // Nothing before the first colon is PHP's own folder.
    PHP_INI_SCAN_DIR: folders.endsWith(folder) ? folders : `${folders}${between}${folder}`,
  };
}

/** No proxy reaches this machine's loopback: a client asks the emulator itself, whatever else it asks through one. */
export function noProxyFor(url: string): Record<"no_proxy" | "NO_PROXY", string> {
  const { no_proxy: lower = "", NO_PROXY: upper = "" } = process.env;
  const before = `${lower},${upper}`.split(",").map((name) => name.trim());
  const host = new URL(url).hostname;
  // Of IPv6, some look for it with its brackets, and some without them.
  const all = new Set([...before, host.replace(/^\[|\]$/g, ""), host]);
  all.delete("");
  // By itself alone it stands for everything.
  const text = all.has("*") ? "*" : [...all].join(",");
  return { no_proxy: text, NO_PROXY: text };
}

/** What of an OAuth app there is. @param token the fixture's own, which every reset brings back, or one for an hour */
export function environmentOfApp({ apps: [app], tokens }: Emulator, token: "lasting" | "fresh") {
  if (app === undefined) return {};
  const ready = token === "lasting" ? app.tokens[0] : undefined;
  const made = ready ?? tokens.create();
  return {
    SERVICE_EMULATOR_CLIENT_ID: app.clientId,
    SERVICE_EMULATOR_CLIENT_SECRET: app.clientSecret,
    SERVICE_EMULATOR_ACCESS_TOKEN: "accessToken" in made ? made.accessToken : made.access_token,
    SERVICE_EMULATOR_REFRESH_TOKEN: "accessToken" in made ? made.refreshToken : made.refresh_token,
  };
}
