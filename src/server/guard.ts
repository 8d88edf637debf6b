import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { tokenNeeded } from "../control/respond.ts";
import { sandboxOf } from "../world/ids.ts";
import { isSameSecret } from "../world/keys.ts";

/** Who may talk to an emulator that listens on a socket (design, "Safety"). */
export interface Guard {
  /** Names beside loopback ones and bare addresses that the Host header may hold. */
  readonly allowedHosts: readonly string[];
  /** Needed for changes through the control API; undefined: none is. */
  readonly controlToken: string | undefined;
  /** Whether reading through the control API needs it, too. */
  readonly guardsReads: boolean;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const loopbackHosts = new Set(["127.0.0.1", "::1", "localhost"]);

/** Whether a socket on this address can be reached from this machine alone. */
export const isLoopback = (host: string): boolean => loopbackHosts.has(host);

/** A token that nobody can guess; the dice would give the same one at every start. */
export const createToken = (): string => randomBytes(24).toString("base64url");

/**
 * Whether a Host header may be answered. A page of a foreign site can reach loopback by a name of
 * its own (DNS rebinding), but neither by a loopback name nor by a bare address.
 */
export function hostAllowed(
  { allowedHosts }: Pick<Guard, "allowedHosts">,
  header: string | undefined,
): boolean {
  const name = /^(?:\[([^\]]+)\]|([^:]+))(?::\d+)?$/.exec(header ?? "");
  const host = (name?.[1] ?? name?.[2] ?? "").toLowerCase();
  if (host === "localhost" || host.endsWith(".localhost") || isIP(host) !== 0) return true;
  return allowedHosts.some((allowed) => allowed.toLowerCase() === host);
}

/** Why a change through the control API is refused; undefined: it is not. */
export function mutationRefused(guard: Guard, headers: Headers): string | undefined {
  const site = headers["sec-fetch-site"];
  if (site === "cross-site" || site === "same-site") return "the request comes from another site";
  const origin = headers["origin"];
  if (origin !== undefined && !sameOrigin(String(origin), headers["host"])) {
    return `the origin ${String(origin).slice(0, 100)} is not the emulator's own`;
  }
  return holdsToken(guard, headers) ? undefined : tokenNeeded;
}

/** Why a request may not read everything through the control API; undefined: it may. */
export const readRefused = (guard: Guard, headers: Headers): string | undefined =>
  guard.guardsReads && !holdsToken(guard, headers) ? tokenNeeded : undefined;

/** A sandbox's is looked at by the control API itself, wherever it is sent. */
function holdsToken({ controlToken }: Guard, headers: Headers): boolean {
  if (controlToken === undefined) return true;
  const sent = String(headers["x-emulator-token"] ?? "");
  return sandboxOf(sent) !== undefined || isSameSecret(sent, controlToken);
}

const sameOrigin = (origin: string, host: unknown) =>
  origin === `http://${String(host)}` || origin === `https://${String(host)}`;
