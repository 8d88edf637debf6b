import { describe, expect, it } from "vitest";
import { put } from "../../src/world/store/store.ts";
import { profiles } from "../../src/domain/resources/profile.ts";
import { ReadContext } from "../../src/domain/messages/message-context.ts";
import { forgotten } from "../../src/domain/every-collection.ts";
import { mailing } from "../support/mailing.ts";

const ada = "ada@example.com";
const catalog = `
company_id: Tests1
keys: [{ name: full, scopes: full }]
profiles: [{ email: ${ada}, first_name: Ada, external_id: ada-1, properties: { size: { shirt: M }, tags: [new, vip] } }]
catalog_items:
  - { external_id: SHIRT, title: Blue shirt, description: Cotton, url: "https://shop.example/shirt" }
`;

/** All that a template can read. */
const rich = {
  subject: "{{ person.size.shirt }} for {{ first_name|upper }}",
  html: `{% if person.size.shirt == "M" %}M{% endif %}{% for tag in person.tags %}{{ tag }},{% endfor %}
    {% catalog "SHIRT" %}{{ catalog_item.title }}{% endcatalog %} {{ organization.name }} {{ person }}
    {{ 'now'|date:'Y-m-d' }} <a href="https://shop.example/a">A</a>{% unsubscribe %}`,
  text: "{{ person.missing|default:'nothing' }} https://shop.example/b",
  linkParams: [
    { name: "who", of: "profile_external_id" },
    { name: "id", of: "profile_id" },
    { name: "subject", of: "email_subject" },
  ],
} as const;

describe("a message that is rendered again", () => {
  it("is what it was, whatever became of its person and its catalog", async () => {
    const ways = await mailing({ fixture: catalog });
    const { account, person, now } = ways;
    const [message] = ways.mail([ada], rich);
    if (message === undefined) throw new Error("nothing was sent");
    const before = ways.shown(message);
    expect(before.html).toContain("Mnew,vip,");
    expect(before.html).toContain("Blue shirt");
    expect(before.links[0]?.target).toContain("who=ada-1");
    await ways.advance();
    const changed = { ...person(ada), first_name: "Eve", external_id: "eve-1", properties: {} };
    const items = account().tables().get("catalog-item");
    const [item] = [...(items?.all() ?? [])];
    if (items === undefined || item === undefined) throw new Error("there is no item");
    account().commit([
      put(profiles, { ...changed, updated: now() }),
      put(items.collection, { ...item, title: "Red shirt" } as never),
    ]);
    expect(ways.shown(message)).toEqual(before);
    expect(ways.row(message.id).subject).toBe("M for ADA");
  });

  it("tells what it reads and its person has not, with line and column", async () => {
    const ways = await mailing();
    const html = "<p>{{ first_name }}</p>\n<b>{{ person.size.shirt }} {{ person.size.shirt }}</b>";
    const [message] = ways.mail([ada], { html, text: "{% if person.vip %}Hi{% endif %}" });
    const { findings } = await ways.outbox.get(message?.id ?? "");
    expect(findings).toEqual([
      { part: "html", kind: "missing", what: "person.size.shirt", line: 2, column: 7 },
      { part: "text", kind: "missing", what: "person.vip", line: 1, column: 7 },
    ]);
  });

  it("keeps of its person what it says, and nothing else", async () => {
    const ways = await mailing({ fixture: catalog });
    const [message] = ways.mail([ada], { subject: "Hi {{ first_name }}", html: null, text: null });
    expect(message?.context).toEqual({ first_name: "Ada" });
    expect(message).not.toHaveProperty("linkValues");
  });

  it("says no more of a deleted person, and counts all the same", async () => {
    const ways = await mailing({ fixture: catalog });
    const { account, person } = ways;
    const [message] = ways.mail([ada], rich);
    if (message === undefined) throw new Error("nothing was sent");
    account().commit(forgotten(account(), person(ada)));
    const row = ways.row(message.id);
    expect(row).toMatchObject({ profile: null, to: null, subject: null, at: message.at });
    expect(JSON.stringify(row)).not.toMatch(/ada/i);
    const [seen] = await ways.outbox.list({ campaign: "C1" });
    expect(seen).toMatchObject({ id: message.id, to: null, links: [] });
    expect(await ways.outbox.get(message.id)).toMatchObject({ html: null, text: null });
  });

  it("takes a property of any name for data", () => {
    const read = new ReadContext();
    read.told(["person", "__proto__", "polluted"], "yes");
    const context = read.context() as { person: Record<string, unknown> };
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(JSON.stringify(context)).toBe('{"person":{"__proto__":{"polluted":"yes"}}}');
  });
});
