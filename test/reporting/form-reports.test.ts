import { describe, expect, it } from "vitest";
import { formGroups } from "../../src/areas/reporting/form-report.ts";
import { formActs } from "../../src/domain/forms/records.ts";
import { Dice } from "../../src/world/dice.ts";
import { joinButton, newForm, popup, stepOf } from "../support/form-bodies.ts";
import { withForms } from "../support/forms.ts";
import { refusalOf } from "../support/emulate.ts";
import { data, type Fields } from "../support/sending.ts";
import { between, shown } from "../areas/metric-support.ts";
import { reporting } from "./asking.ts";
import { wallText } from "./second-way.ts";
import { sentShop } from "./sent.ts";

const today = { key: "today" };
/** That of the account. */
const zone = "America/New_York";

const text = (property_name: string): Fields => ({ type: "text", properties: { property_name } });

/** Three steps, of which the first and the second submit. */
const inSteps = (list: string): Fields => ({
  ...popup(list),
  steps: [
    stepOf({ type: "email", properties: {} }, joinButton(list)),
    stepOf(text("Nickname"), joinButton(list)),
    stepOf(),
  ],
});

/** Forms, people, and ways to ask what became of them. */
async function reported() {
  const ways = await withForms();
  const { make, emulator, post, list } = ways;
  const live = async (...versions: readonly Fields[]) => {
    const { data: form } = await make(...(versions.length === 0 ? [popup(list)] : versions));
    emulator.forms.publish(form.id);
    return form.id;
  };
  const person = async (name: string) => {
    const attributes = { email: `${name}@example.com` };
    return (await post("/api/profiles", data("profile", attributes))).data.id;
  };
  const versionsOf = async (form: string) =>
    (await ways.get(`/api/forms/${form}/form-versions?sort=created_at`)).many.map(({ id }) => id);
  const values = reporting(post, "form-values");
  const series = reporting(post, "form-series");
  /** The numbers of the one form that anything became of. */
  const numbers = async (statistics: readonly string[], timeframe: Fields = today) => {
    const { results } = await values.show({ statistics, timeframe });
    expect(results.length).toBeLessThanOrEqual(1);
    return statistics.map((name) => results[0]?.statistics[name]);
  };
  return { ...ways, live, person, versionsOf, values, series, numbers };
}

describe("a report of forms", () => {
  it("counts what visitors saw, submitted and closed, and how many visitors did", async () => {
    const { live, person, emulator, values } = await reported();
    const form = await live();
    const [ada, eve] = [await person("ada"), await person("eve")];
    for (const profile of [ada, ada, eve]) emulator.forms.view(form, { profile });
    emulator.forms.view(form);
    emulator.forms.view(form, { profile: ada, step: 1 });
    emulator.forms.close(form, { profile: eve });
    emulator.forms.close(form);
    emulator.forms.submit(form, { profile: ada, values: { $email: "ada@example.com" } });
    const statistics = {
      closed_form: 2,
      closed_form_uniques: 2,
      qualified_form: 4,
      qualified_form_uniques: 3,
      submit_rate: 0.25,
      submits: 1,
      submitted_form_step: 1,
      submitted_form_step_uniques: 1,
      viewed_form: 4,
      viewed_form_step: 1,
      viewed_form_step_uniques: 1,
      viewed_form_uniques: 3,
    };
    const asked = { statistics: Object.keys(statistics), timeframe: today };
    expect((await values.show(asked)).results).toEqual([
      { groupings: { form_id: form }, statistics },
    ]);
  });

  it("takes a form that is submitted step by step for submitted once", async () => {
    const { live, emulator, numbers, list } = await reported();
    const form = await live(inSteps(list));
    const asked = ["submits", "submitted_form_step", "submitted_form_step_uniques"];
    const { profile } = emulator.forms.submit(form, {
      step: 1,
      values: { $email: "ada@example.com" },
    });
    expect(await numbers(asked)).toEqual([1, 1, 1]);
    emulator.forms.submit(form, { profile, step: 2, values: { Nickname: "Ada" } });
    expect(await numbers(asked)).toEqual([1, 2, 1]);
    emulator.forms.submit(form, { values: { $email: "eve@example.com", Nickname: "Eve" } });
    expect(await numbers(asked)).toEqual([2, 4, 2]);
  });

  it("tells forms apart, and versions, and leaves out what nobody met", async () => {
    const { live, emulator, values, versionsOf, list } = await reported();
    const first = await live(popup(list), { ...popup(list), type: "banner" });
    await emulator.clock.advance("1s");
    const second = await live();
    await live();
    const [popups = "", banners = ""] = await versionsOf(first);
    emulator.forms.view(second);
    emulator.forms.view(first, { version: banners });
    emulator.forms.view(first, { version: popups });
    emulator.forms.view(first, { version: banners });
    const asked = { statistics: ["viewed_form"], timeframe: today };
    const viewed = async (more: Fields) =>
      (await values.show({ ...asked, ...more })).results.map(({ groupings, statistics }) => [
        ...Object.values(groupings),
        statistics["viewed_form"],
      ]);
    expect(await viewed({})).toEqual([
      [first, 3],
      [second, 1],
    ]);
    const both = { group_by: ["form_id", "form_version_id"] };
    const [only = ""] = await versionsOf(second);
    expect(await viewed(both)).toEqual([
      [first, banners, 2],
      [first, popups, 1],
      [second, only, 1],
    ]);
    expect(await viewed({ filter: `equals(form_version_id,"${popups}")` })).toEqual([[first, 1]]);
    const and = `and(any(form_id,["${first}","none"]),equals(form_version_id,"${banners}"))`;
    expect(await viewed({ ...both, filter: and })).toEqual([[first, banners, 2]]);
    expect(await viewed({ filter: `equals(form_id,"none")` })).toEqual([]);
    expect(await viewed({ group_by: [] })).toEqual([[4]]);
  });

  it("goes by hours, days, weeks and months, of which there are as many without any visit", async () => {
    const { live, emulator, series } = await reported();
    const asked = { statistics: ["viewed_form", "viewed_form_uniques"] };
    const timeframe = { key: "last_7_days" };
    const lengths = { hourly: 7 * 24 + 9, daily: 8, weekly: 2, monthly: 1 };
    for (const [interval, length] of Object.entries(lengths)) {
      const { results, date_times } = await series.show({ ...asked, timeframe, interval });
      expect([interval, results, date_times?.length]).toEqual([interval, [], length]);
    }
    const form = await live();
    emulator.forms.view(form);
    await emulator.clock.advance("1d");
    emulator.forms.view(form);
    emulator.forms.view(form);
    const days = await series.show({ ...asked, timeframe, interval: "daily" });
    expect(days.date_times?.at(-1)).toBe("2026-07-21T00:00:00+00:00");
    expect(days.results[0]?.statistics).toEqual({
      viewed_form: [0, 0, 0, 0, 0, 0, 1, 2],
      viewed_form_uniques: [0, 0, 0, 0, 0, 0, 1, 2],
    });
  });

  it("stays the same when a visitor is merged or deleted", async () => {
    const { live, person, emulator, numbers, post } = await reported();
    const form = await live();
    const [ada, eve] = [await person("ada"), await person("eve")];
    for (const profile of [ada, ada, eve]) emulator.forms.view(form, { profile });
    const asked = ["viewed_form", "viewed_form_uniques", "submits", "submit_rate"];
    emulator.forms.submit(form, { profile: ada, values: { $email: "ada@example.com" } });
    const before = await numbers(asked);
    expect(before).toEqual([3, 2, 1, 1 / 3]);
    const profiles = { data: [{ type: "profile", id: ada }] };
    await post("/api/profile-merge", {
      data: { type: "profile-merge", id: eve, relationships: { profiles } },
    });
    expect(await numbers(asked)).toEqual(before);
    const acts = () => emulator.state.get("form-events").records as readonly Fields[];
    expect(new Set(acts().map(({ profile }) => profile))).toEqual(new Set([eve]));
    const profile = { data: { type: "profile", id: eve, attributes: {} } };
    await post("/api/data-privacy-deletion-jobs", data("data-privacy-deletion-job", { profile }));
    expect(new Set(acts().map(({ profile: of }) => of))).toEqual(new Set([null]));
    expect(await numbers(asked)).toEqual(before);
  });

  it("forgets a form with all that was done with it, and remembers one that is a draft again", async () => {
    const { live, emulator, numbers, ask } = await reported();
    const form = await live();
    emulator.forms.view(form);
    emulator.forms.publish(form, { status: "draft" });
    expect(await numbers(["viewed_form"])).toEqual([1]);
    await ask("DELETE", `/api/forms/${form}`);
    expect(await numbers(["viewed_form"])).toEqual([undefined]);
  });

  it("says nothing of what was done before a restore", async () => {
    const { live, emulator, numbers } = await reported();
    const form = await live();
    emulator.forms.view(form);
    emulator.state.snapshot("then");
    emulator.forms.view(form);
    expect(await numbers(["viewed_form"])).toEqual([2]);
    emulator.state.restore("then");
    expect(await numbers(["viewed_form"])).toEqual([1]);
  });

  /** How many histories there are: `REPORT_HISTORIES=500` tries more. */
  const histories = Math.ceil(Number(process.env["REPORT_HISTORIES"] ?? 20) / 4);

  it.each(Array.from({ length: histories }, (_, seed) => seed))(
    "says what was done, whatever that was: history %i",
    async (seed) => {
      const { live, person, emulator, versionsOf, series, list } = await reported();
      const dice = Dice.from(seed, "form history");
      const forms = [await live(popup(list), popup(list)), await live()];
      const versions = new Map<string, readonly string[]>();
      for (const form of forms) versions.set(form, await versionsOf(form));
      const people = [await person("ada"), await person("eve"), undefined];
      const done: { form: string; version: string; who: string; wall: string; kind: string }[] = [];
      for (let step = 0; step < 60; step += 1) {
        const form = dice.pick(forms);
        const version = dice.pick(versions.get(form) ?? []);
        const profile = dice.pick(people);
        const who = profile === undefined ? {} : { profile };
        const kind = dice.pick(["viewed_form", "viewed_form_step", "closed_form"]);
        if (kind === "closed_form") emulator.forms.close(form, { version, ...who });
        else {
          const nth = kind === "viewed_form_step" ? { step: dice.integer(1, 2) } : {};
          emulator.forms.view(form, { version, ...who, ...nth });
        }
        const wall = wallText(Date.parse(emulator.clock.now().now), zone);
        done.push({ form, version, who: profile ?? `stranger ${step}`, wall, kind });
        await emulator.clock.advance(dice.pick(["1s", "7h", "26h"]));
      }
      const statistics = ["viewed_form", "viewed_form_step", "closed_form"].flatMap((kind) => [
        kind,
        `${kind}_uniques`,
      ]);
      const day = (wall: string) => wall.slice(0, 10);
      const { results, date_times = [] } = await series.show({
        statistics,
        timeframe: { key: "last_30_days" },
        interval: "daily",
        group_by: ["form_id", "form_version_id"],
      });
      const days = date_times.map(day);
      const groups = [...versions].flatMap(([form, all]) =>
        all.map((version) => ({ form_id: form, form_version_id: version })),
      );
      const expected = groups.flatMap((groupings) => {
        const own = done.filter(
          ({ version, wall }) => version === groupings.form_version_id && days.includes(day(wall)),
        );
        if (own.length === 0) return [];
        const numbers = statistics.map((name) => [
          name,
          days.map((date) => {
            const kind = name.replace("_uniques", "");
            const some = own.filter((each) => day(each.wall) === date && each.kind === kind);
            return kind === name ? some.length : new Set(some.map(({ who }) => who)).size;
          }),
        ]);
        return [{ groupings, statistics: Object.fromEntries(numbers) as unknown }];
      });
      const inOrder = (some: readonly { groupings: unknown }[]) =>
        some.toSorted((a, b) =>
          JSON.stringify(a.groupings) < JSON.stringify(b.groupings) ? -1 : 1,
        );
      expect(inOrder(results)).toEqual(inOrder(expected));
    },
  );
});

it("a long report of forms is made in parts, between which everything else has its turn", async () => {
  const { account, post, now } = await sentShop();
  const { data: form } = await post("/api/forms", newForm([popup("Reader")]));
  const acts = Array.from({ length: 5000 }, (_, seq) => ({
    id: `act-${seq}`,
    seq,
    form: form.id,
    version: "1",
    kind: "view" as const,
    step: null,
    profile: null,
    visitor: `act-${seq}`,
    at: now() + seq,
  }));
  account.load(formActs, acts);
  const span = { from: now(), to: now() + 5000, days: 1 };
  const work = formGroups(account, ["form_id"], [], { span, starts: [now()] });
  let parts = 1;
  let step = work.next();
  for (; !step.done; step = work.next()) parts += 1;
  expect(parts).toBeGreaterThan(4);
  expect(step.value.map(({ parts: [visits] }) => visits?.view.times)).toEqual([5000]);
});

it("an aggregate tells the events of forms apart by form_id", async () => {
  const { live, person, emulator, post, get } = await reported();
  const [first, second] = [await live(), await live()];
  const profile = await person("ada");
  for (const form of [first, second, second]) emulator.forms.view(form, { profile });
  const { many } = await get("/api/metrics");
  const metric = many.find(({ attributes }) => attributes["name"] === "Form viewed by profile");
  const numbers = async (...filter: string[]) => {
    const answer = await post("/api/metric-aggregates", {
      data: {
        type: "metric-aggregate",
        attributes: {
          metric_id: metric?.id,
          measurements: ["count"],
          by: ["form_id"],
          filter: [...between("2026-07-20", "2026-07-21"), ...filter],
        },
      },
    });
    return new Map(
      shown(answer).data.map(({ dimensions, measurements }) => [
        dimensions[0],
        measurements["count"],
      ]),
    );
  };
  expect(await numbers()).toEqual(
    new Map([
      [first, [1]],
      [second, [2]],
    ]),
  );
  expect(await numbers(`equals(form_id,"${second}")`)).toEqual(new Map([[second, [2]]]));
});

describe("a report of forms is refused", () => {
  const at = "/data/attributes";
  it.each([
    [{ statistics: ["opens"] }, `${at}/statistics/0`],
    [{ statistics: [] }, `${at}/statistics`],
    [{ timeframe: { key: "tomorrow" } }, `${at}/timeframe/key`],
    [{ interval: "yearly" }, `${at}/interval`],
    [{ interval: "hourly", timeframe: { key: "last_30_days" } }, `${at}/interval`],
    [{ group_by: ["form_version_id"] }, `${at}/group_by`],
    [{ group_by: ["form_name"] }, `${at}/group_by/0`],
    [{ conversion_metric_id: "Order1" }, `${at}/conversion_metric_id`],
    [{ filter: "nonsense" }, `${at}/filter`],
    [{ filter: `equals(form_name,"a")` }, `${at}/filter`],
    [{ filter: `contains-any(form_id,["a"])` }, `${at}/filter`],
    [{ filter: `and(equals(form_id,"a"),equals(form_id,"b"))` }, `${at}/filter`],
    [{ filter: `any(form_id,[${"'a',".repeat(100)}'a'])` }, `${at}/filter`],
  ])("with %j", async (wrong, pointer) => {
    const { series } = await reported();
    const right = {
      statistics: ["submits"],
      timeframe: { key: "last_7_days" },
      interval: "daily",
      group_by: ["form_id", "form_version_id"],
    };
    expect((await series.ask(right)).status).toBe(200);
    expect(refusalOf(await series.ask({ ...right, ...wrong }))).toEqual([400, "invalid", pointer]);
  });
});
