import type { Emulator } from "../../emulator.ts";
import { isOfClient } from "../../world/journal/sent-by.ts";
import type { StartValues } from "../options/start-options.ts";
import { loadedHooks } from "../process/hooks.ts";
import type { Trusted } from "../process/tls.ts";
import { tell } from "../terminal/terminal.ts";
import { interceptionLines } from "./interception-text.ts";

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
