import { bothConsistencies, processingKinds } from "./contract/consistency.ts";
import { isQuirk, isQuirkFile, type Quirk, quirkNames } from "./contract/quirks.ts";
import { defaultVendorName, vendorNamePattern } from "./contract/vendor-names.ts";
import { isAllowedHost, isHost } from "./domain/deliveries/target.ts";
import { parseDatetime } from "./jsonapi/time.ts";
import { OptionError, requireOptions } from "./option-shape.ts";
import type { EmulatorOptions } from "./option-types.ts";
import { defaultSeed } from "./seeding/load.ts";
import { notDuration } from "./world/time/duration.ts";
import { delayOf, immediate, latenessOf, serviceTable } from "./world/time/lateness.ts";
import type { Lateness } from "./world/time/lateness.ts";
import { nearest } from "./world/name-match.ts";
import { parseLimitMode } from "./world/limits/limits.ts";
import type { WorldSettings } from "./world/world-settings.ts";

/** @throws OptionError for a name that no quirk has */
function readQuirks(names: readonly string[]): Quirk[] {
  const unknown = names.find((name) => !isQuirk(name) && !isQuirkFile(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, quirkNames);
    const usual = `Use one of ${quirkNames.join(", ")}, or a file such as emulator.quirks.yaml`;
    const say = near === undefined ? usual : `Did you mean ${near}?`;
    throw new OptionError(`unknown quirk '${unknown}'. ${say}`, "quirks");
  }
  return names.filter(isQuirk);
}

/** @throws OptionError for what is no host, which would mean nothing */
function readHosts(hosts: readonly string[], name: "webhooksAllow" | "intercept") {
  const wrong = hosts.find((host) => !isHost(host));
  if (wrong === undefined) return hosts;
  const expected = "a host alone, such as shop or 192.168.1.20, without a scheme, a port or a path";
  throw new OptionError(`invalid host '${wrong}'. Use ${expected}`, name);
}

/** @throws OptionError for a host that no proxy is asked for, and where there is nothing to intercept */
function requireInterceptable({ intercept, offline, strictKeys }: EmulatorOptions): void {
  const local = readHosts(intercept ?? [], "intercept").find((host) => isAllowedHost(host, []));
  if (local !== undefined)
    throw new OptionError(`${local} is this machine: clients ask it without a proxy`, "intercept");
  const lonely = offline ? "offline" : strictKeys ? "strictKeys" : undefined;
  if (intercept !== undefined || lonely === undefined) return;
  throw new OptionError("there is nothing to intercept: name hosts to intercept, too", lonely);
}

function requireReceiver({ otlp }: EmulatorOptions): void {
  if (otlp === undefined) return;
  const url = URL.canParse(otlp) ? new URL(otlp) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new OptionError(`invalid URL '${otlp}'. Use http://127.0.0.1:4318`, "otlp");
  // Each signal has a path of its own, which comes after this one.
  const own = /\/v1\/(?:traces|metrics|logs)\/?$/;
  if (!own.test(url.pathname) && url.search === "" && url.hash === "") return;
  url.pathname = url.pathname.replace(own, "");
  [url.search, url.hash] = ["", ""];
  const base = url.href.replace(/\/$/, "");
  throw new OptionError(`'${otlp}' is more than the receiver's base URL. Use ${base}`, "otlp");
}

const usualDelay = "expected a duration such as 500ms, a day at most";

/** @throws OptionError for what is no duration, or more than a day */
function readDelay(
  options: EmulatorOptions,
  name: "processingDelay" | "webhooksDelay",
  unsaid: string,
): number {
  const ms = delayOf(options[name] ?? unsaid);
  if (ms !== undefined) return ms;
  throw new OptionError(notDuration(options[name], usualDelay), name);
}

/** @throws OptionError for a wrong delay, or both of the options that say this */
function readLateness(options: EmulatorOptions): Lateness {
  const { consistency, processingDelay } = options;
  if (consistency !== undefined && processingDelay !== undefined)
    throw new OptionError(bothConsistencies("processingDelay"), "consistency");
  if (consistency === undefined) {
    const ms = readDelay(options, "processingDelay", "0s");
    return { ...immediate, ...Object.fromEntries(processingKinds.map((kind) => [kind, ms])) };
  }
  if (consistency === "immediate") return immediate;
  const table = consistency === "service" ? serviceTable : consistency;
  const lateness = latenessOf(table);
  if (!("wrong" in lateness)) return lateness;
  const { wrong } = lateness;
  throw new OptionError(notDuration(table[wrong], usualDelay), `consistency.${wrong}`);
}

/** @throws OptionError for one that is wrong */
export function settingsOf(options: EmulatorOptions): WorldSettings {
  requireOptions(options);
  requireInterceptable(options);
  requireReceiver(options);
  const { seed = defaultSeed, rateLimits = "real", frozenAt, revisionLife = "all" } = options;
  const limits = parseLimitMode(rateLimits);
  if (limits === undefined) throw new OptionError("expected real, off, or x10", "rateLimits");
  const frozen = frozenAt === undefined ? undefined : parseDatetime(frozenAt);
  if (frozenAt !== undefined && frozen === undefined)
    throw new OptionError("expected an ISO 8601 datetime", "frozenAt");
  const { vendorName = defaultVendorName, webhooksAllow = [] } = options;
  if (!vendorNamePattern.test(vendorName)) {
    const expected = "expected up to 40 lower-case letters, digits and hyphens, a letter first";
    throw new OptionError(expected, "vendorName");
  }
  return {
    seed,
    quirks: readQuirks(options.quirks ?? []),
    limits,
    lateness: readLateness(options),
    webhooksDelayMs: readDelay(options, "webhooksDelay", "1s"),
    webhooksAllow: readHosts(webhooksAllow, "webhooksAllow"),
    vendorName,
    ...(options.maxSandboxes !== undefined && { maxSandboxes: options.maxSandboxes }),
    authScheme: options.authScheme ?? "Service-API-Key",
    badKeyStatus: options.badKeyStatus ?? 401,
    revisionLife,
    stealth: options.stealth ?? false,
    allowHeaderFaults: options.allowHeaderFaults ?? false,
    ...(frozen !== undefined && { frozenAt: frozen }),
  } as const;
}
