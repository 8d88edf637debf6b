import { expect, it } from "vitest";
import { Journal } from "../../src/world/journal/journal.ts";
import { entry, raw } from "../support/exchanges.ts";

/** Characters of one, two, three and four bytes. */
const scripts: readonly (readonly [of: string, text: string])[] = [
  ["Latin text", "profile "],
  ["Cyrillic text", "профиль "],
  ["Japanese text", "プロフィール"],
  ["emoji", "👩‍🚀🎉"],
];

it.each(scripts)(
  "has every exchange whole with %s, whatever room its block has left",
  (_, text) => {
    const journal = new Journal({ bytesMax: 100_000_000 });
    const ids = Array.from({ length: 300 }, (_, n) => `${text}${n}`);
    const targetOf = (id: string) => `/${id}/${text.repeat(id.length * 7)}`;
    for (const id of ids) {
      const body = Buffer.from(JSON.stringify({ id }));
      journal.write(entry(id, { target: targetOf(id) }), raw({ body }));
    }
    expect(journal.list().map(({ id, target }) => [id, target])).toEqual(
      ids.map((id) => [id, targetOf(id)]),
    );
    const bodies = ids.map((id) => journal.get(id)?.request.body);
    expect(bodies.map((body) => JSON.stringify(body))).toEqual(
      ids.map((id) => expect.stringContaining(id)),
    );
  },
);

it.each(scripts)("has a target of %s whole that is longer than a block", (_, text) => {
  const journal = new Journal({ bytesMax: 100_000_000 });
  const target = `/${text.repeat(20_000)}`;
  journal.write(entry("before"), raw());
  journal.write(entry("long", { target }), raw());
  journal.write(entry("after", { target: "/after" }), raw());
  expect(journal.list().map((each) => each.target)).toEqual(["/", target, "/after"]);
});
