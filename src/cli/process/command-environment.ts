import type { Emulator } from "../../emulator.ts";
import { nearest } from "../../world/name-match.ts";
import type { StartValues } from "../options/start-options.ts";
import { Failure } from "../terminal/terminal.ts";
import { type Access, accessOf, environmentOf, environmentOfApp } from "./child-environment.ts";
import type { Variables } from "./child-environment.ts";
import type { Trusted } from "./tls.ts";

const known = {
  url: ({ url }: Access) => url,
  key: ({ key }: Access) => key,
  "company-id": ({ companyId }: Access) => companyId,
  "ca-file": ({ caFile = "" }: Access) => caFile,
  "auth-scheme": ({ authScheme = "" }: Access) => authScheme,
} as const;

/** @throws Failure for a name that no shell can use, and for what there is not */
export function requireKnown(
  chosen: Variables,
  { tls, tlsCert, intercept }: Pick<StartValues, "tls" | "tlsCert" | "intercept">,
): void {
  for (const [name, what] of Object.entries(chosen)) {
    if (!/^[A-Za-z_]\w*$/.test(name))
      throw new Failure(`--env '${name}=${what}': expected letters, digits and _ before the =`, 2);
    if (what === "ca-file" && !tls && tlsCert === undefined && intercept === undefined)
      throw new Failure(`--env ${name}=ca-file: there is nothing to trust without --tls`, 2);
    if (Object.hasOwn(known, what)) continue;
    const near = nearest(what, Object.keys(known));
    const advice = near === undefined ? Object.keys(known).join(", ") : `did you mean ${near}?`;
    throw new Failure(`--env ${name}=${what}: there is no '${what}': ${advice}`, 2);
  }
}

/** What a command finds in its environment, also under names of the user's choice. */
export function commandEnvironment(
  emulator: Emulator,
  { env = {}, authScheme }: { env?: Variables; authScheme?: string | undefined },
  trusted: Trusted | undefined,
  token: "lasting" | "fresh" = "lasting",
): Record<string, string> {
  const proxy = emulator.interception?.url;
  const access = { ...accessOf(emulator, authScheme), ...trusted, proxy };
  const { controlToken } = emulator;
  return {
    ...environmentOf(access),
    ...environmentOfApp(emulator, token),
    ...(controlToken !== undefined && { SERVICE_EMULATOR_CONTROL_TOKEN: controlToken }),
    ...chosenVariables(env, access),
  };
}

export const chosenVariables = (chosen: Variables, access: Access): Record<string, string> =>
  Object.fromEntries(
    Object.entries(chosen).map(([name, what]) => [name, known[what as keyof typeof known](access)]),
  );
