import type { Emulator } from "../../emulator.ts";
import { javaProxy, proxyVariables } from "./hooks.ts";

/** Files by which clients in other languages trust an emulator that speaks https. */
export interface Trust {
  /** What is trusted beside a client's own roots: the emulator, and what was named before. */
  readonly extra: string;
  /** The same with Node's roots, for clients that trust nothing else then. */
  readonly bundle: string;
  /** The same for Java. */
  readonly store: string;
  /** The folder with all of it, with the settings of PHP, which heeds no variable, and with the hooks. */
  readonly folder: string;
}

/** What a client needs to ask an emulator. */
export interface Access {
  readonly url: string;
  readonly companyId: string;
  readonly key: string;
  readonly authScheme?: string | undefined;
  /** What it must trust, where the emulator speaks https. */
  readonly caFile?: string | undefined;
  /** The same, as other languages want it. */
  readonly trust?: Trust | undefined;
  /** The proxy through which it meets the emulator, where hosts are intercepted. */
  readonly proxy?: string | undefined;
  /** The folder with the hooks. Default: that of the trust. */
  readonly hooks?: string | undefined;
}

/** What a client of this emulator's needs: the key that may do everything, if there is one. */
export const accessOf = ({ url, companyId, keys }: Emulator, authScheme?: string): Access => ({
  url,
  companyId,
  key: keys["full"] ?? Object.values(keys)[0] ?? "",
  authScheme,
});

/** What a command finds in its environment. */
export const environmentOf = ({
  url,
  companyId,
  key,
  authScheme = "Service-API-Key",
  caFile,
  trust,
  proxy,
  hooks,
}: Access): Record<string, string> => ({
  SERVICE_EMULATOR_URL: url,
  SERVICE_EMULATOR_API_KEY: key,
  SERVICE_EMULATOR_COMPANY_ID: companyId,
  SERVICE_EMULATOR_AUTH_SCHEME: authScheme,
  ...noProxyFor(url),
  ...(caFile !== undefined && { SERVICE_EMULATOR_CA_FILE: caFile }),
  ...environmentOfProxy({ caFile, trust, proxy, hooks }),
});

/** How a command finds a proxy, and trusts what it shows. */
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
export const bundles = ["SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"] as const;

/** How clients are told of them, with what they were told before. */
function trustVariables(
  { extra, bundle, store, folder }: Trust,
  proxy: string | undefined,
): Record<string, string> {
  const java = [
    `-Djavax.net.ssl.trustStore=${store}`,
    "-Djavax.net.ssl.trustStoreType=JKS",
    ...(proxy === undefined ? [] : javaProxy(proxy)),
  ]
    .map((option) => (/\s/.test(option) ? `"${option}"` : option))
    .join(" ");
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

/**
 * What an OAuth app begins with, where the fixtures have one: its secret, and tokens.
 *
 * @param token `lasting`: the fixture's own if there is one, which every reset brings back; `fresh`:
 *   one of its own, good for an hour
 */
export function environmentOfApp(
  { apps: [app], tokens }: Emulator,
  token: "lasting" | "fresh",
): Record<string, string> {
  if (app === undefined) return {};
  const ready = token === "lasting" ? app.tokens[0] : undefined;
  const made = ready ?? madeOf(tokens.create());
  return {
    SERVICE_EMULATOR_CLIENT_ID: app.clientId,
    SERVICE_EMULATOR_CLIENT_SECRET: app.clientSecret,
    SERVICE_EMULATOR_ACCESS_TOKEN: made.accessToken,
    SERVICE_EMULATOR_REFRESH_TOKEN: made.refreshToken,
  };
}

const madeOf = (made: { access_token: string; refresh_token: string }) => ({
  accessToken: made.access_token,
  refreshToken: made.refresh_token,
});
