import { basename } from "node:path";
import { type SeenByProxy, type SeenCount, unnamed } from "../../server/intercept/seen.ts";
import type { Emulator } from "../../emulator.ts";
import { isOfClient } from "../../world/journal/entry.ts";
import type { StartValues } from "../options/start-options.ts";
import { loadedHooks } from "../process/child-environment.ts";
import type { Trusted } from "../process/tls.ts";
import { tell } from "../terminal/terminal.ts";

export interface InterceptedRun {
  readonly hosts: readonly string[];
  readonly command: readonly string[];
  readonly seen: SeenByProxy;
  readonly hooks: readonly string[];
  /** Whether requests came to the emulator's own URL. */
  readonly isDirect?: boolean;
}

/** What a command asked beside the service; and if it did not ask that at all, why, and what to try. */
export function interceptionLines(run: InterceptedRun): string[] {
  const { hosts, command, seen, hooks, isDirect = false } = run;
  const told = [
    listed("other hosts that it asked", seen.passed),
    listed("other hosts that were refused (--offline)", seen.refused),
    listed("other hosts that could not be reached", seen.failed),
  ].flat();
  if (seen.requests > 0) return told;
  const name = basename(command[0] ?? "");
  const hook = hooks.length === 0 ? "no hook" : `the hook of ${hooks.join(" and ")}`;
  return [
    `no request to ${hosts.join(", ")} arrived (it ran ${name}; ${hook} was loaded)`,
    ...told,
    isDirect ? direct : tip(seen, told.length > 0, hooks[0] ?? name),
  ];
}

function listed(what: string, counts: readonly SeenCount[]): string[] {
  const all = counts.map(({ name, count }) => `${name} (${count})`);
  return all.length === 0 ? [] : [`${what}: ${all.join(", ")}`];
}

/** The one thing to try. @param runtime what a program runs in that does not say who it is */
function tip({ untrusted, http2 }: SeenByProxy, usesProxy: boolean, runtime: string): string {
  const [refusing] = untrusted;
  if (refusing !== undefined) {
    const agent = refusing.name === unnamed ? runtime : refusing.name;
    const [, how = [], isAll] = readers.find(([each]) => each.test(agent)) ?? [];
    const advice = [how, isAll ? [] : ownOption].flat().join(". ");
    return `${refusing.name} refused the certificate: it trusts what it brings itself. ${advice}`;
  }
  const [newer] = http2;
  if (newer !== undefined) return `${newer.name} speaks HTTP/2 alone: let it speak HTTP/1.1, too`;
  return usesProxy
    ? "it uses the proxy: check the host in its URLs, and name that with --intercept"
    : "nothing came through the proxy. If it sent a request, its HTTP library reads no proxy variable: give it the URL in HTTPS_PROXY by its own option for a proxy";
}

const direct =
  "its requests came to the emulator's own URL (SERVICE_EMULATOR_URL): it needs no --intercept";

const ownOption = "Give it the file in SERVICE_EMULATOR_CA_FILE by its own option for a CA";

/** What stacks read, by what they call themselves; where that is all, no option of its own is named. */
const readers: readonly (readonly [agent: RegExp, how: string, isAll?: boolean])[] = [
  [
    /python|urllib3|httpx|aiohttp/i,
    "Python reads SSL_CERT_FILE, and requests REQUESTS_CA_BUNDLE, unless verify= or an SSL context says otherwise",
  ],
  [/perl/i, "LWP reads PERL_LWP_SSL_CA_FILE, unless SSL_ca_file says otherwise"],
  [/^curl/i, "curl reads CURL_CA_BUNDLE, unless --cacert or a .curlrc says otherwise"],
  [/ruby/i, "Ruby reads SSL_CERT_FILE, unless ca_file or a certificate store says otherwise"],
  [/^go-http/i, "Go reads SSL_CERT_FILE, unless RootCAs says otherwise"],
  [
    /^java/i,
    "Java reads javax.net.ssl.trustStore, which JAVA_TOOL_OPTIONS sets, unless it has an SSLContext of its own",
    true,
  ],
  [
    /^node|axios|undici|got/i,
    "Node reads NODE_EXTRA_CA_CERTS, unless the option ca takes its place",
  ],
  [
    /guzzle|php/i,
    "PHP reads curl.cainfo and openssl.cafile, unless CURLOPT_CAINFO or verify takes their place",
  ],
];

/** What was asked beside the service, where its hosts were intercepted; and why nothing was asked of it. */
export function tellIntercepted(
  { interception, requests }: Emulator,
  command: readonly string[],
  { intercept: hosts = [] }: Pick<StartValues, "intercept">,
  trusted: Trusted | undefined,
  seen = interception?.seen(),
): void {
  if (seen === undefined) return;
  const hooks = loadedHooks(trusted?.trust?.folder ?? "");
  const isDirect = seen.requests === 0 && requests.list().some(isOfClient);
  for (const line of interceptionLines({ hosts, command, seen, hooks, isDirect })) tell(line);
}
