import { describe, expect, it } from "vitest";
import { joinButton, popup, stepOf } from "../support/form-bodies.ts";
import { withForms } from "../support/forms.ts";
import type { Fields } from "../support/sending.ts";

const nickname = { type: "text", properties: { property_name: "Nickname" } };
const colour = {
  type: "dropdown",
  properties: {
    property_name: "Colour",
    options: [
      { label: "Red", value: "red" },
      { label: "Blue", value: "blue" },
    ],
  },
};
const phone = (more: Fields = {}) => ({ type: "phone_number", properties: more });
const box = {
  type: "promotional_sms_checkbox",
  properties: { checkbox_text: "Yes", channels: ["sms"] },
};
const ada = { $email: "ada@example.com" };
const number = "+12025550123";

describe("a form that is published", () => {
  it("is live with all of its versions, and is a draft again when it is told", async () => {
    const { emulator, get, make, list } = await withForms();
    const { id } = (await make(popup(list), { ...popup(list), type: "banner" })).data;
    const shown = async () => {
      const form = (await get(`/api/forms/${id}`)).data.attributes;
      const versions = (await get(`/api/forms/${id}/form-versions`)).many;
      const { versions: defined } = form["definition"] as { versions: { status: string }[] };
      const all = [form, ...versions.map(({ attributes }) => attributes), ...defined];
      return new Set(all.map((each) => each["status"]));
    };
    await emulator.clock.advance("1h");
    emulator.forms.publish(id);
    expect(await shown()).toEqual(new Set(["live"]));
    const { updated_at, created_at } = (await get(`/api/forms/${id}`)).data.attributes;
    expect([created_at, updated_at]).toEqual([
      "2026-07-20T12:00:00+00:00",
      "2026-07-20T13:00:00+00:00",
    ]);
    emulator.forms.publish(id, { status: "draft" });
    expect(await shown()).toEqual(new Set(["draft"]));
  });
});

describe("a submission", () => {
  it("writes a profile, subscribes it, joins the list, and is an event", async () => {
    const { emulator, live, list, members, profiles, events } = await withForms();
    const id = await live(nickname, colour);
    const values = { ...ada, Nickname: "Countess", Colour: "blue" };
    const { profile, version } = emulator.forms.submit(id, { values });
    const [person] = await profiles();
    expect(person).toMatchObject({
      id: profile,
      attributes: {
        email: "ada@example.com",
        properties: { Nickname: "Countess", Colour: "blue" },
        subscriptions: {
          email: { marketing: { consent: "SUBSCRIBED", method: "Form", method_detail: "Welcome" } },
        },
      },
    });
    expect(await members()).toMatchObject([{ email: "ada@example.com" }]);
    const about = {
      form_id: id,
      form_version_id: version,
      form_name: "Welcome",
      form_type: "popup",
    };
    expect(new Map(await events())).toEqual(
      new Map<string, Fields>([
        ["Form submitted by profile", expect.objectContaining(about)],
        ["Subscribed to Email Marketing", { Method: "Form", Source: "Welcome", List: "News" }],
        ["Subscribed to List", { List: "News", Method: "API" }],
      ] as never),
    );
    expect(list).not.toBe("");
  });

  it("asks for a click where the list has double opt-in", async () => {
    const { emulator, live, members, profiles } = await withForms("double_opt_in");
    const id = await live();
    emulator.forms.submit(id, { values: ada });
    expect(await members()).toEqual([]);
    const subscribed = async () =>
      JSON.stringify((await profiles())[0]?.attributes).includes('"SUBSCRIBED"');
    expect(await subscribed()).toBe(false);
    const [waiting] = emulator.confirmations.list({ email: "ada@example.com" });
    emulator.confirmations.click(waiting?.id ?? "");
    expect(await members()).toMatchObject([{ email: "ada@example.com" }]);
    expect(await subscribed()).toBe(true);
  });

  it.each<[string, Fields[], Fields, boolean]>([
    ["no text messages, where the form does not ask", [phone()], {}, false],
    [
      "text messages, where the input says so",
      [phone({ sms_consent_type: ["promotional"] })],
      {},
      true,
    ],
    [
      "text messages, where the box is ticked",
      [phone(), box],
      { opt_in_promotional_sms: true },
      true,
    ],
    [
      "no text messages, where the box is not ticked",
      [phone({ sms_consent_type: ["promotional"] }), box],
      {},
      false,
    ],
  ])("consents to %s", async (_, blocks, more, consents) => {
    const { emulator, live, profiles } = await withForms();
    const id = await live(...blocks);
    emulator.forms.submit(id, { values: { ...ada, $phone_number: number, ...more } });
    const [person] = await profiles();
    expect(person?.attributes["phone_number"]).toBe(number);
    const told = person?.attributes["subscriptions"] as Record<string, { marketing: Fields }>;
    expect(told["sms"]?.marketing["consent"] === "SUBSCRIBED").toBe(consents);
  });

  it("is one profile's, whoever it turns out to be", async () => {
    const { emulator, live, profiles } = await withForms();
    const id = await live(nickname);
    const { profile } = emulator.forms.submit(id, { values: ada });
    const again = { values: { ...ada, Nickname: "Ada" }, profile };
    expect(emulator.forms.submit(id, again).profile).toBe(profile);
    expect(await profiles()).toHaveLength(1);
  });

  it("of one step asks for what that step asks for", async () => {
    const { emulator, make, list, profiles } = await withForms();
    const second = stepOf({ type: "text", properties: { property_name: "Size", required: true } });
    const [first] = popup(list)["steps"] as Fields[];
    const steps = [first as Fields, second];
    const { id } = (await make({ steps })).data;
    emulator.forms.publish(id);
    emulator.forms.submit(id, { values: ada, step: 1 });
    expect(await profiles()).toHaveLength(1);
    expect(() => emulator.forms.submit(id, { values: ada })).toThrow(
      "values.Size: the form requires a value for it",
    );
    expect(() => emulator.forms.submit(id, { values: { Size: "L" }, step: 2 })).toThrow(
      "step: nothing in it submits",
    );
  });

  it.each<[string, Fields, string]>([
    ["an address that is none", { $email: "ada" }, "values.$email: Invalid email address."],
    ["no address", {}, "values.$email: the form requires a value for it"],
    [
      "a name of no input",
      { ...ada, Nickame: "A" },
      "values.Nickame: the form has no input for it: its inputs are $email, Nickname, Colour; did you mean Nickname?",
    ],
    ["no option", { ...ada, Colour: "green" }, "values.Colour: expected one of red, blue"],
    ["no text", { ...ada, Nickname: 7 }, "values.Nickname: expected a text"],
  ])("is refused with %s, and changes nothing", async (_, values, message) => {
    const { emulator, live, profiles } = await withForms();
    const id = await live(nickname, colour);
    expect(() => emulator.forms.submit(id, { values })).toThrow(message);
    expect(await profiles()).toEqual([]);
  });

  it("is refused where nobody is named, for a draft, and for a version that is not there", async () => {
    const { emulator, make, list } = await withForms();
    const { id } = (await make({ steps: [stepOf(nickname, joinButton(list)), stepOf()] })).data;
    const values = { Nickname: "Ada" };
    expect(() => emulator.forms.submit(id, { values })).toThrow(
      "id: the form is a draft: publish it first",
    );
    emulator.forms.publish(id);
    expect(() => emulator.forms.submit(id, { values })).toThrow(
      "values: expected a value for $email or $phone_number, or the profile that submits",
    );
    expect(() => emulator.forms.submit(id, { values, version: "1" })).toThrow(
      "version: the form has no version with id 1",
    );
    expect(() => emulator.forms.submit("Nobody", { values })).toThrow("no form with id Nobody");
  });
});

describe("a view and a close", () => {
  it("are events of the profile that is known, and of nobody otherwise", async () => {
    const { emulator, live, events } = await withForms();
    const id = await live();
    emulator.forms.view(id);
    emulator.forms.close(id);
    expect(await events()).toEqual([]);
    const { profile } = emulator.forms.submit(id, { values: ada });
    emulator.forms.view(id, { profile });
    emulator.forms.view(id, { profile, step: 2 });
    emulator.forms.close(id, { profile });
    expect((await events()).map(([name]) => name)).toEqual(
      expect.arrayContaining([
        "Form viewed by profile",
        "Form step viewed by profile",
        "Form closed by profile",
      ]),
    );
    expect(() => emulator.forms.view(id, { step: 9 })).toThrow("step: the version has 2 steps");
    expect(() => emulator.forms.view(id, { profile: "x" })).toThrow("no profile with id x");
  });
});

describe("the control API", () => {
  it("has a door for each of them", async () => {
    const { emulator, make, list } = await withForms();
    const { id } = (await make(popup(list))).data;
    const send = async (door: string, body: object) => {
      const path = `/_emulator/forms/${id}/${door}`;
      const headers = { "content-type": "application/json" };
      const answer = await emulator.fetch(path, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      return answer.status;
    };
    expect(await send("views", {})).toBe(409);
    expect(await send("publish", {})).toBe(204);
    expect(await send("views", { step: 1 })).toBe(204);
    expect(await send("closes", {})).toBe(204);
    expect(await send("submissions", { values: ada })).toBe(202);
    expect(await send("submissions", { values: { $email: "x" } })).toBe(400);
  });
});
