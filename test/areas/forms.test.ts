import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import {
  everyBlock,
  joinButton,
  newForm,
  popup,
  stepOf,
  wholeForm,
} from "../support/form-bodies.ts";
import { withForms } from "../support/forms.ts";
import type { Fields } from "../support/sending.ts";

const ulid = /^[0-9A-HJKMNP-TV-Z]{26}$/;
const definitionAt = "/data/attributes/definition/versions/0";
const pathOf = "steps/0/columns/0/rows/0/blocks";

interface Deep {
  readonly [name: string]: unknown;
}

/** All objects within a value that have an id of the service's own. */
function* identified(value: unknown): Generator<Deep> {
  if (typeof value !== "object" || value === null) return;
  if ("id" in value) yield value as Deep;
  for (const each of Object.values(value)) yield* identified(each);
}

const versionIn = (attributes: Fields): Deep =>
  (attributes["definition"] as { readonly versions: readonly Deep[] }).versions[0] as Deep;

describe("a new form", () => {
  it("is a draft, with a version for each of its definition", async () => {
    const { get, post, list } = await withForms();
    const { status, data } = await post("/api/forms", wholeForm(list));
    expect([status, data.id, data.attributes["status"]]).toEqual([
      201,
      expect.stringMatching(/^[0-9A-Za-z]{6}$/),
      "draft",
    ]);
    const { many } = await get(`/api/forms/${data.id}/form-versions`);
    expect(many.map(({ attributes }) => attributes)).toMatchObject([
      { form_type: "flyout", variation_name: "First", ab_test: null, status: "draft" },
      { form_type: "full_page", variation_name: "V2", ab_test: null, status: "draft" },
    ]);
    expect(String(versionIn(data.attributes)["id"])).toBe(many[0]?.id);
  });

  it("gets an id in each of its parts", async () => {
    const { post, list } = await withForms();
    const { data } = await post("/api/forms", wholeForm(list));
    const parts = [...identified(data.attributes["definition"])].filter(
      ({ id }) => typeof id === "string",
    );
    // Two steps and one within: each a column, a row; blocks, actions; triggers, a teaser, a button. The second: less.
    expect(parts.length).toBeGreaterThan(60);
    for (const { id } of parts) expect(id).toMatch(ulid);
    expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
  });

  it("says what its definition leaves out, as far as there are defaults", async () => {
    const { make, list } = await withForms();
    const { data } = await make(popup(list));
    const { steps, ...version } = versionIn(data.attributes);
    const zero = { bottom: 0, left: 0, right: 0, top: 0 };
    expect(version).toMatchObject({
      type: "popup",
      status: "draft",
      channel: "WEB",
      message_priority: 50,
      properties: { show_close_button: true, rule_based_trigger_evaluation: "any" },
      styles: { background_color: "#FFFFFF", minimum_height: 250, padding: zero, margin: zero },
    });
    expect(steps).toMatchObject([
      {
        columns: [
          {
            rows: [
              {
                blocks: [
                  {
                    type: "email",
                    properties: {
                      property_name: "$email",
                      required: true,
                      show_label: false,
                      display_device: ["desktop", "mobile"],
                    },
                    styles: { padding: zero },
                  },
                  { type: "button", styles: { height: 50, text_styles: { font_size: 16 } } },
                ],
              },
            ],
          },
        ],
      },
      {},
    ]);
    expect(version).not.toHaveProperty("location");
  });

  it("reads as it was answered when it was made", async () => {
    const { get, post, list } = await withForms();
    const { data } = await post("/api/forms", wholeForm(list));
    const read = await get(`/api/forms/${data.id}`);
    expect(read.data).toEqual(data);
  });

  it("has no definition before there were any, and leads to its versions instead", async () => {
    const { get, make, list } = await withForms();
    const { data } = await make(popup(list));
    const old = { headers: { revision: "2025-07-15" } };
    const read = await get(`/api/forms/${data.id}`, old);
    expect(read.data.attributes).not.toHaveProperty("definition");
    expect(read.data.relationships["form-versions"]?.data).toHaveLength(1);
    expect(data).not.toHaveProperty("relationships");
  });
});

const blocks = (list: string, ...some: readonly Fields[]): Fields => ({
  ...popup(list),
  steps: [stepOf(...some), stepOf()],
});

const wrong: readonly (readonly [string, (list: string) => Fields, string])[] = [
  ["has one step", (list) => ({ steps: [stepOf(joinButton(list))] }), ""],
  ["has an id", (list) => ({ ...popup(list), id: 7 }), "/id"],
  ["is live", (list) => ({ ...popup(list), status: "live" }), "/status"],
  [
    "is no flyout, and has a location",
    (list) => ({ ...popup(list), location: "top_left" }),
    "/location",
  ],
  [
    "has a step with an id",
    (list) => ({ ...popup(list), steps: [{ ...stepOf(), id: "1" }, stepOf()] }),
    "/steps/0/id",
  ],
  [
    "has a trigger with an id",
    (list) => ({ ...popup(list), triggers: [{ type: "delay", id: "1" }] }),
    "/triggers/0/id",
  ],
  [
    "has an action with an id",
    (list) => {
      const button = joinButton(list);
      return blocks(list, { ...button, action: { ...(button["action"] as Fields), id: "1" } });
    },
    `/${pathOf}/0/action/id`,
  ],
  [
    "has a column with rows and styles",
    (list) => ({
      ...popup(list),
      steps: [{ columns: [{ rows: [{ blocks: [] }], styles: {} }] }, stepOf()],
    }),
    "/steps/0/columns/0/styles",
  ],
  [
    "submits, and names no list",
    (list) =>
      blocks(list, {
        type: "button",
        properties: { label: "Join" },
        action: { type: "close", submit: true },
      }),
    `/${pathOf}/0/action/properties/list_id`,
  ],
  [
    "names a list that is not there",
    (list) => blocks(list, joinButton("Nobody")),
    `/${pathOf}/0/action/properties/list_id`,
  ],
  [
    "has an input without a name",
    (list) => blocks(list, { type: "text", properties: {} }),
    `/${pathOf}/0/properties/property_name`,
  ],
  ["has a block of no kind", (list) => blocks(list, { type: "song" }), `/${pathOf}/0/type`],
  [
    "has a trigger of no kind",
    (list) => ({ ...popup(list), triggers: [{ type: "moon" }] }),
    "/triggers/0/type",
  ],
  [
    "counts down in no time zone",
    (list) =>
      blocks(list, {
        type: "countdown_timer",
        properties: { configuration: { type: "fixed", timezone: "Mars/Base" } },
      }),
    `/${pathOf}/0/properties/configuration/timezone`,
  ],
  [
    "has something wrong in a step within a step",
    (list) => ({
      ...popup(list),
      steps: [{ ...stepOf(), steps: [stepOf({ type: "song" })] }, stepOf()],
    }),
    `/steps/0/steps/0/columns/0/rows/0/blocks/0/type`,
  ],
];

describe("a form is refused whose version", () => {
  it.each(wrong)("%s", async (_, versionOf, pointer) => {
    const { get, make, list } = await withForms();
    const answer = await make(versionOf(list));
    expect(refusalOf(answer)).toEqual([400, "invalid", definitionAt + pointer]);
    expect((await get("/api/forms")).many).toEqual([]);
    expect((await make(popup(list))).status).toBe(201);
  });

  it("is missing, or that is no draft itself", async () => {
    const { post, make, list } = await withForms();
    expect(refusalOf(await make())).toEqual([
      400,
      "invalid",
      "/data/attributes/definition/versions",
    ]);
    const live = newForm([popup(list)], { status: "live" });
    expect(refusalOf(await post("/api/forms", live))).toEqual([
      400,
      "invalid",
      "/data/attributes/status",
    ]);
  });

  it.each(everyBlock("").map((block) => [String(block["type"]), block] as const))(
    "has a member in a block of kind %s that is none",
    async (_, block) => {
      const { make, list } = await withForms();
      const answer = await make(blocks(list, { ...block, colour: "red" }));
      expect(refusalOf(answer)).toEqual([400, "invalid", `${definitionAt}/${pathOf}/0/colour`]);
    },
  );
});

describe("forms", () => {
  it("are found by name, status and time, in both orders", async () => {
    const { emulator, get, post, list } = await withForms();
    for (const name of ["One", "Two", "Three"]) {
      await post("/api/forms", newForm([popup(list)], { name }));
      await emulator.clock.advance("1h");
    }
    const [first] = (await get("/api/forms?sort=created_at")).many;
    emulator.forms.publish(first?.id ?? "");
    const named = async (query: string) =>
      (await get(`/api/forms?${query}`)).many.map(({ attributes }) => attributes["name"]);
    expect(await named("sort=-created_at")).toEqual(["Three", "Two", "One"]);
    expect(await named("sort=updated_at")).toEqual(["Two", "Three", "One"]);
    expect(await named("filter=equals(status,'live')")).toEqual(["One"]);
    expect(await named("filter=contains(name,'T')&sort=created_at")).toEqual(["Two", "Three"]);
    expect(await named("filter=greater-than(created_at,2026-07-20T13:30:00Z)")).toEqual(["Three"]);
    expect(await named("filter=equals(ab_test,true)")).toEqual([]);
  });

  it("lead to their versions, and versions to them", async () => {
    const { get, make, list } = await withForms();
    const { data } = await make(popup(list), { ...popup(list), type: "banner" });
    const banners = `/api/forms/${data.id}/relationships/form-versions?filter=equals(form_type,'banner')`;
    const [banner] = (await get(banners)).many;
    const read = await get(`/api/form-versions/${banner?.id}?include=form`);
    expect(read.data.attributes["variation_name"]).toBe("V2");
    expect(read.included.map(({ id }) => id)).toEqual([data.id]);
    expect((await get(`/api/form-versions/${banner?.id}/form`)).data.id).toBe(data.id);
  });

  it("take their versions with them", async () => {
    const { ask, get, make, list } = await withForms();
    const { data } = await make(popup(list));
    const [version] = (await get(`/api/forms/${data.id}/form-versions`)).many;
    expect((await ask("DELETE", `/api/forms/${data.id}`)).status).toBe(204);
    for (const path of [`/api/forms/${data.id}`, `/api/form-versions/${version?.id}`]) {
      expect(refusalOf(await get(path))).toEqual([404, "not_found", "/data/"]);
    }
  });
});
