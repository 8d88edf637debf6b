import { formatDatetime } from "../../jsonapi/time.ts";
import { locationMembers } from "../profiles/shape.ts";
import type { Profile } from "../resources/profile.ts";

const attributes = [
  "email",
  "phone_number",
  "external_id",
  "anonymous_id",
  "first_name",
  "last_name",
  "organization",
  "locale",
  "title",
  "image",
] as const;

const times = ["created", "updated", "last_event_date"] as const;

/**
 * A property as a definition names it: `email`, `location['city']`, `properties['Shoe size']`.
 *
 * @returns reads it off a profile; undefined: there is none of this name
 */
export function readProperty(text: string): ((profile: Profile) => unknown) | undefined {
  const time = times.find((name) => name === text);
  // As it is read.
  if (time !== undefined) {
    return (profile) => (profile[time] === null ? null : formatDatetime(profile[time]));
  }
  const plain = attributes.find((name) => name === text);
  if (plain !== undefined) return (profile) => profile[plain];
  const [, root, , name = ""] = /^(location|properties)\[(['"])(.+)\2\]$/.exec(text) ?? [];
  if (root === "properties") {
    return ({ properties }) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  }
  const member = locationMembers.find((each) => each === name);
  if (root !== "location" || member === undefined) return undefined;
  return ({ location }) => location?.[member];
}
