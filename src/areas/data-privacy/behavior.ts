import { profiles } from "../../domain/resources/profile.ts";
import { erase } from "../../domain/profiles/erase.ts";
import { findProfile } from "../../domain/profiles/identity.ts";
import { invalid, noSuchRecord, notFound } from "../../jsonapi/refusal.ts";
import type { AreaBehavior, Work } from "../../verbs/call.ts";
import { empty } from "../../verbs/outcome.ts";
import type { operations } from "./operations.ts";

/** Deletion of a person's data (behaviour.md, 14). */
export const behavior: AreaBehavior<typeof operations> = {
  request_profile_deletion({ account, now, body }) {
    const { id, attributes = {} } = body.data.attributes.profile.data;
    const given = Object.entries({ id, ...attributes }).filter(([, value]) => value);
    const [[name, value] = []] = given;
    if (given.length !== 1 || !name || !value) {
      const detail = "Expected one of id, email and phone_number, and one only.";
      return invalid("/data/attributes/profile/data", detail);
    }
    const table = account.table(profiles);
    const found = name === "id" ? table.get(value) : findProfile(table, { [name]: value });
    if (found === undefined) {
      return name === "id"
        ? noSuchRecord("profile", value)
        : notFound(
            `A profile with ${name} ${value} does not exist.`,
            `no profile has this ${name}: GET /api/profiles lists those that exist`,
          );
    }
    account.process(["erase"], found.id, now);
    return empty(202);
  },
};

export const work: Readonly<Record<string, Work>> = {
  erase: (account, id: string) => erase(account, id),
};
