import { describe, expect, it } from "vitest";
import { type Audience, beginning, type Person, walk } from "../../src/domain/messages/audience.ts";
import type { Account } from "../../src/world/account.ts";
import { mailing } from "../support/mailing.ts";

/** Sixty people, of whom each second is in one list, each third in another, and each fifth in a third. */
const fixture = `
company_id: Tests1
keys: [{ name: full, scopes: full }]
lists: [{ id: Second, name: Second }, { id: Third1, name: Third }, { id: Fifth1, name: Fifth }]
profiles:
${Array.from({ length: 60 }, (_, at) => {
  const lists = [
    ["Second", 2],
    ["Third", 3],
    ["Fifth", 5],
  ] as const;
  const names = lists.flatMap(([name, every]) => (at % every === 0 ? [name] : []));
  return `  - { email: p${at}@example.com, lists: [${names.join(", ")}] }`;
}).join("\n")}
`;

/** A walk in steps of so many, and how many steps it took. */
function walked(account: Account, audience: Audience, most: number) {
  const people: Person[] = [];
  let steps = 0;
  for (let place: ReturnType<typeof walk>["next"] = beginning; place !== undefined;) {
    const found = walk(account, audience, place, most);
    expect(found.people.length).toBeLessThanOrEqual(most);
    people.push(...found.people);
    place = found.next;
    steps += 1;
  }
  return { people: people.map(({ profile, group }) => `${profile.email} ${group}`), steps };
}

const numbers = (people: readonly string[]) =>
  people.map((each) => Number(/^p(\d+)@/.exec(each)?.[1])).sort((a, b) => a - b);

describe("the walk through an audience", () => {
  const audience = { included: ["Second", "Third1"], excluded: ["Fifth1"] };

  it("meets everybody in it once, and none of those who are excluded", async () => {
    const { account } = await mailing({ fixture });
    const { people } = walked(account(), audience, 1000);
    const wanted = Array.from({ length: 60 }, (_, at) => at).filter(
      (at) => (at % 2 === 0 || at % 3 === 0) && at % 5 !== 0,
    );
    expect(numbers(people)).toEqual(wanted);
  });

  it("says which list brings somebody in: the first that they are in", async () => {
    const { account } = await mailing({ fixture });
    const { people } = walked(account(), audience, 1000);
    expect(people).toContain("p6@example.com Second");
    expect(people).toContain("p9@example.com Third1");
  });

  it.each([1, 2, 3, 7, 25, 30, 50])("in steps of %i is the same as at once", async (most) => {
    const { account } = await mailing({ fixture });
    const whole = walked(account(), audience, 1000);
    const stepped = walked(account(), audience, most);
    expect(stepped.people).toEqual(whole.people);
    expect(stepped.steps).toBeGreaterThanOrEqual(50 / most);
  });

  it("of nobody is over at once", async () => {
    const { account } = await mailing({ fixture });
    expect(walk(account(), { included: [], excluded: [] }, beginning, 10)).toEqual({
      people: [],
      next: undefined,
    });
  });
});
