import { openApiOf } from "../../../contract/openapi/document.ts";
import { newestRevision } from "../../../contract/revisions.ts";
import type { Api } from "../../../verbs/invocation.ts";
import { atOnce } from "../../../world/time/slices.ts";

/** Words that stand in no schema: of queries, of paths, and of OAuth. */
const beside = `and or not filter include sort page size cursor fields additional-fields true false null
api client oauth token authorize grant_type authorization_code refresh_token redirect_uri scope state response_type
code_challenge code_challenge_method S256 token_type Bearer expires_in`;

/** The words of the service itself, which say nothing of anybody: values, types, members, operators and parts of paths. */
export function vocabularyOf(api: Api): ReadonlySet<string> {
  const document = atOnce(openApiOf(api, { revision: newestRevision, url: "" }));
  const words = new Set(beside.split(/\s/));
  const add = (word: unknown) => {
    if (typeof word === "string") for (const each of [word, ...word.split(".")]) words.add(each);
  };
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (name === "enum" && Array.isArray(member)) member.forEach(add);
      if (name === "const") add(member);
      if (name === "name" && "in" in value) add(member);
      if (name === "properties" || name === "x-filter") Object.keys(member as object).forEach(add);
      if (name === "operators")
        Object.values(member as object)
          .flat()
          .forEach(add);
      walk(member);
    }
  };
  walk(document);
  for (const path of Object.keys(document.paths))
    path
      .split("/")
      .filter((each) => !each.includes("{"))
      .forEach(add);
  words.delete("");
  return words;
}
