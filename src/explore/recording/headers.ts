import type { Difference } from "./difference.ts";
import { differs } from "./difference.ts";
import type { Mapping } from "./mapping.ts";

/** How the headers that clients read are compared. */
const readers: Readonly<Record<string, (value: string, mapping: Mapping) => string>> = {
  "content-type": (value) => (value.split(";")[0] ?? "").trim().toLowerCase(),
  "ratelimit-limit": (value) => value.replace(/\s/g, ""),
  allow: (value) =>
    value
      .split(",")
      .map((each) => each.trim())
      .toSorted()
      .join(", "),
  location: (value, mapping) =>
    mapping.text(URL.canParse(value) ? new URL(value).pathname : value).replace(/\/$/, ""),
};

/** What of the headers differs that clients read. One that the recording does not have may have been left out of it. */
export function* headerDifferences(
  recorded: Readonly<Record<string, string>>,
  own: Readonly<Record<string, string>>,
  mapping: Mapping,
): Generator<Difference> {
  for (const [name, read] of Object.entries(readers)) {
    const [value, ownValue] = [recorded[name], own[name]];
    if (value === undefined) continue;
    if (ownValue === undefined || read(value, mapping) !== read(ownValue, mapping))
      yield differs("header", `header ${name}`, value, ownValue);
  }
}
