import type { Account } from "../../world/account.ts";
import { isAllowedHost } from "./target.ts";

/** A URL as it is shown: of its path, which may hold a secret, nothing (recorded-unbuilt.tsv). */
export function maskedUrl(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}/*****`;
}

/**
 * What is wrong with the URL that a webhook, or a flow, is to call. The service takes https alone (webhooks.md); here loopback and hosts
 * that the user allows are called by http, too.
 */
export function endpointProblem(account: Account, text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return "Enter a valid https URL.";
  if (url.username !== "" || url.password !== "") return "The URL may not hold credentials.";
  const { allowedHosts, isOwn } = account.processing.rules;
  if (url.protocol === "http:" && !isAllowedHost(url.hostname, allowedHosts)) {
    return "The URL must begin with https://.";
  }
  return isOwn(url) ? "The URL is the service's own." : undefined;
}
