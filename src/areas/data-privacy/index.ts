import { unstored } from "../../contract/resource.ts";
import type { ApiArea, AreaBehavior } from "../../verbs/invocation.ts";
import { action } from "../../contract/rows.ts";
import { nullable, object, string } from "../../contract/shape.ts";
import { profiles } from "../../domain/resources/profile.ts";
import { bodyOf } from "../bodies.ts";
import { erase } from "../../domain/profiles/merge.ts";
import { findProfile } from "../../domain/profiles/identity.ts";
import { invalid, noSuchRecord, notFound } from "../../jsonapi/refusal.ts";
import { empty } from "../../verbs/outcome.ts";

/** Deletion of a person's data (behaviour.md, 14). */
const behavior: AreaBehavior<typeof operations> = {
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

const body = bodyOf("data-privacy-deletion-job", {
  attributes: object({
    profile: bodyOf("profile", {
      "id?": nullable(string()),
      attributes: object({
        "email?": nullable(string({ format: "email" })),
        "phone_number?": nullable(string({ format: "phone_number" })),
      }),
    }),
  }),
});

const operations = [
  action({ type: "data-privacy-deletion-job" }, "request_profile_deletion", { body }),
] as const;

export const dataPrivacyArea: ApiArea = {
  name: "data-privacy",
  resources: [unstored("data-privacy-deletion-job", { path: "/api/data-privacy-deletion-jobs" })],
  operations,
  behavior,
  work: { erase: (account, id: string) => erase(account, id) },
};
