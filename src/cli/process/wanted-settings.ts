import type { EmulatorOptions } from "../../option-types.ts";
import type { Given } from "../options/configure.ts";
import { tell } from "../terminal/terminal.ts";

/** What the scenario wants of the emulator, as far as the user wants nothing else: that is said, since it may be forgotten. */
export function wantedSettings(
  wanted: EmulatorOptions,
  { quiet = false }: { readonly quiet?: boolean },
  { isGiven, sourceOf }: Given,
): EmulatorOptions {
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(wanted)) {
    // A state is all that there is: it takes the place of fixtures.
    const given = name === "fixtures" && isGiven("state") ? "state" : name;
    if (!isGiven(given)) settings[name] = value;
    else if (!quiet) tell(`${sourceOf(given)} takes the place of the scenario's ${name}`);
  }
  return settings;
}
