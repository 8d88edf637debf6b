/**
 * Sends the service a request for whoever looks at the page. By its header the emulator knows that no client sent it:
 * the journal says so, and nothing grades it.
 */
export function askService(target: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set(pageHeader, "inspector");
  return fetch(new URL(target, location.origin), { cache: "no-store", ...init, headers });
}

export const pageHeader = "x-emulator-page";

/** Does what a link of a message says, and does not go where it leads. */
export async function followLink(url: string): Promise<void> {
  const response = await fetch(new URL(url).pathname, { redirect: "manual", cache: "no-store" });
  await response.body?.cancel();
}
