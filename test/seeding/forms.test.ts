import { describe, expect, it } from "vitest";
import { createEmulator } from "../../src/index.ts";
import { emulate } from "../support/emulate.ts";
import { popup } from "../support/form-bodies.ts";
import { fixtureFile } from "../support/fixture.ts";
import { withForms } from "../support/forms.ts";

/** A file of an account with a list and these forms: JSON is YAML. */
const fixture = (...forms: readonly object[]) =>
  fixtureFile(
    JSON.stringify({
      company_id: "Tests1",
      keys: [{ name: "full", scopes: "full" }],
      lists: [{ id: "NewsL1", name: "News", opt_in_process: "double_opt_in" }],
      forms,
    }),
  );

describe("the forms of a fixture", () => {
  it("are popups that ask for an address and more, and may be live", async () => {
    const one = { id: "Popup1", name: "Popup", list: "News", asks: ["Birthday"], status: "live" };
    const { emulator, get } = await emulate({ fixtures: [fixture(one)] });
    const { data } = await get("/api/forms/Popup1");
    expect(data.attributes).toMatchObject({ name: "Popup", status: "live", ab_test: false });
    const values = { $email: "ada@example.com", Birthday: "10 December" };
    emulator.forms.submit("Popup1", { values });
    expect(emulator.confirmations.list()).toHaveLength(1);
    const { records } = emulator.state.get("forms");
    expect(records.map(({ name, status }) => [name, status])).toEqual([["Popup", "live"]]);
  });

  it("are what the API makes of the same definition", async () => {
    const { make, list } = await withForms();
    const definition = { versions: [popup("NewsL1")] };
    const { get } = await emulate({
      fixtures: [fixture({ id: "Popup1", name: "Popup", definition })],
    });
    const withoutIds = (value: unknown) =>
      JSON.stringify(value).replaceAll(/"(id|list_id)":("[^"]*"|\d+)/g, "");
    const { data: planted } = await get("/api/forms/Popup1");
    const { data: made } = await make(popup(list));
    expect(withoutIds(planted.attributes["definition"])).toBe(
      withoutIds(made.attributes["definition"]),
    );
  });

  it.each<[string, object, string]>([
    [
      "a list that is not there",
      { list: "Newz" },
      "forms[0].list: unknown list 'Newz' (did you mean News?)",
    ],
    ["neither a list nor a definition", {}, "forms[0]: expected either a list or a definition"],
    [
      "a definition of one step",
      { definition: { versions: [{ steps: [] }] } },
      "forms[0].definition.versions[0]: Versions must have at least two steps",
    ],
    [
      "a definition that is none",
      { definition: { versions: [{ ...popup("NewsL1"), type: "poster" }] } },
      "forms[0].definition.versions[0].type: Expected",
    ],
  ])("are refused with %s", async (_, more, message) => {
    const fixtures = [fixture({ name: "Popup", ...more })];
    await expect(createEmulator({ fixtures })).rejects.toThrow(message);
  });
});
