import { describe, expect, it } from "vitest";
import { reporting } from "../reporting/asking.ts";
import { day, historic, noon } from "./history-support.ts";

const shop = `
company_id: Tests1
timezone: UTC
lists: [{ name: Newsletter, id: News01 }]
generate: { profiles: 60, events: 900, span: 300d, lists: { email: Newsletter } }
forms:
  - { id: Popup1, name: Popup, list: Newsletter, status: live, created: -300d }
  - { id: Young1, name: Young, list: Newsletter, status: live, created: -100d }
  - { id: Draft1, name: Draft, list: Newsletter, created: -300d }
history: { visits: 400 }
`;

describe("the visits of a history", () => {
  it("are so many, of the live forms, since there are these", async () => {
    const { all } = await historic(shop);
    const acts = all("form-act");
    expect(new Set(acts.map(({ visitor }) => visitor)).size).toBe(400);
    const visitors = (form: string) =>
      new Set(acts.filter((act) => act["form"] === form).map(({ visitor }) => visitor)).size;
    expect([visitors("Popup1"), visitors("Young1"), visitors("Draft1")]).toEqual([300, 100, 0]);
    for (const { form, at } of acts) {
      expect(at).toBeGreaterThanOrEqual(noon - (form === "Young1" ? 100 : 300) * day);
      expect(at).toBeLessThan(noon + 60_000);
    }
  });

  it("are those of everybody who joined the list by then, who saw the form before", async () => {
    const { all, people } = await historic(shop);
    const acts = all("form-act");
    const joined = new Map(all("membership").map(({ profile, joined: at }) => [profile, at]));
    const submits = acts.filter(({ kind }) => kind === "submit");
    const heard = [...people().values()].filter(({ id, last_event_date: last }) => {
      return joined.has(id) && last !== null && last >= joined.get(id);
    });
    expect(submits.map(({ profile }) => profile).toSorted()).toEqual(
      heard.map(({ id }) => id).toSorted(),
    );
    expect(new Set(submits.map(({ form }) => form))).toEqual(new Set(["Popup1", "Young1"]));
    for (const { profile, at, visitor } of submits) {
      expect(at).toBe(joined.get(profile));
      const first = acts.find((act) => act["visitor"] === visitor);
      expect([first?.["kind"], first?.["profile"]]).toEqual(["view", null]);
      expect(first?.["at"]).toBeLessThan(at);
      expect(people().get(profile)?.["last_event_date"]).toBeGreaterThanOrEqual(at);
    }
  });

  it("are events where it is known whose they were, none after the last that was heard of them", async () => {
    const { all, happened, people } = await historic(shop);
    const names = {
      view: "Form viewed by profile",
      "view step": "Form step viewed by profile",
      submit: "Form submitted by profile",
      close: "Form closed by profile",
    };
    const known = people();
    for (const [kind, name] of Object.entries(names)) {
      const acts = all("form-act").filter((act) => act["kind"] === kind && act["profile"] !== null);
      const told = ({ profile, at, form, version }: Record<string, any>) =>
        [profile, at - (at % 1000), form, version].join(" ");
      const events = happened(name);
      expect(events.length).toBeGreaterThan(0);
      expect(
        events
          .map(({ profile, time, properties: { form_id: form, form_version_id: version } }) =>
            told({ profile, at: time, form, version }),
          )
          .toSorted(),
      ).toEqual(acts.map(told).toSorted());
      for (const { profile, time } of events) {
        expect(time).toBeLessThanOrEqual(known.get(profile)?.["last_event_date"]);
      }
    }
  });

  it("add up in the reports of a year", async () => {
    const { all, post } = await historic(shop);
    const statistics = ["viewed_form", "viewed_form_uniques", "submits", "closed_form"];
    const timeframe = { key: "last_365_days" };
    const { results } = await reporting(post, "form-values").show({ statistics, timeframe });
    const count = (form: string, kind: string) =>
      all("form-act").filter((act) => act["form"] === form && act["kind"] === kind).length;
    expect(results).toEqual(
      ["Popup1", "Young1"].map((form_id) => ({
        groupings: { form_id },
        statistics: {
          viewed_form: count(form_id, "view"),
          viewed_form_uniques: count(form_id, "view"),
          submits: count(form_id, "submit"),
          closed_form: count(form_id, "close"),
        },
      })),
    );
  });

  it("are the same at every start, beside campaigns and without, and again after a reset", async () => {
    const one = await historic(shop);
    const other = await historic(shop.replace("{ visits", "{ campaigns: 3, visits"));
    one.all("event");
    const told = ({ all }: typeof one) =>
      all("form-act").map(({ form, kind, profile, at }) => [form, kind, profile, at]);
    const before = told(one);
    expect(told(other)).toEqual(before);
    one.emulator.reset();
    expect(told(one)).toEqual(before);
  });

  it("are refused without a live form", async () => {
    const draft = shop.replaceAll("status: live, ", "");
    await expect(historic(draft)).rejects.toThrow("history.visits: no form is live");
  });
});
