import { describe, expect, it } from "vitest";
import { refusalOf } from "../support/emulate.ts";
import { message } from "../support/campaign-successes.ts";
import { data, to } from "../support/sending.ts";
import { shop } from "./campaign-support.ts";

const sms = message({ definition: { channel: "sms", content: { body: "Hi" } } });
const dot =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==";

/** A shop with a draft of a channel, and its message. */
async function messages(of?: readonly object[]) {
  const whole = await shop();
  const { create, messageOf, patch } = whole;
  const { data: campaign } = await create({}, of);
  const id = await messageOf(campaign.id);
  const change = (attributes: object, beside: object = {}) =>
    patch(
      `/api/campaign-messages/${id}`,
      data("campaign-message", { ...attributes }, { id, ...beside }),
    );
  return { ...whole, campaign: campaign.id, id, change };
}

describe("a message of a campaign", () => {
  it("is changed in part: what is left away stays", async () => {
    const { change } = await messages();
    const changed = await change({
      definition: { channel: "email", content: { subject: "Autumn", cc_email: "cc@example.com" } },
    });
    expect(changed.data.attributes["definition"]).toMatchObject({
      label: "Summer",
      content: { subject: "Autumn", preview_text: "Come in", cc_email: "cc@example.com" },
    });
  });

  it("stays of its channel", async () => {
    const { change } = await messages();
    const place = "/data/attributes/definition/channel";
    expect(refusalOf(await change({ definition: { channel: "sms" } }))).toEqual([
      400,
      "invalid",
      place,
    ]);
  });

  it("of email takes no render_options", async () => {
    const { change } = await messages();
    const refused = await change({ definition: { channel: "email", render_options: {} } });
    const place = "/data/attributes/definition/render_options";
    expect(refusalOf(refused)).toEqual([400, "invalid", place]);
    expect(refused.errors[0]?.detail).toBe(
      "'render_options' is not a valid field for the resource 'EmailMessageDefinition'.",
    );
  });

  it("of push shows its buttons since 2026-04-15 alone", async () => {
    const button = { label: "Buy", action_type: "open_app" };
    const { id, get } = await messages([
      message({
        definition: {
          channel: "mobile_push",
          content: { body: "Hi", action_buttons: [button] },
        },
      }),
    ]);
    const path = `/api/campaign-messages/${id}`;
    const contentIn = async (revision: string) =>
      (await get(path, { headers: { revision } })).data.attributes["definition"];
    expect(await contentIn("2026-07-15")).toHaveProperty("content.action_buttons", [button]);
    expect(await contentIn("2026-01-15")).not.toHaveProperty("content.action_buttons");
  });

  it("cannot be changed once its campaign was sent", async () => {
    const { change, send, campaign, assign, id } = await messages();
    await assign(id);
    await send(campaign);
    const changed = { definition: { channel: "email", label: "Late" } };
    expect(refusalOf(await change(changed))).toEqual([400, "invalid", "/data"]);
    expect(refusalOf(await assign(id))).toEqual([400, "invalid", "/data"]);
  });

  it("tells of its template and image where they are included, and that there is none", async () => {
    const { id, get, campaign } = await messages();
    const path = `/api/campaign-messages/${id}`;
    const plain = (await get(path)).data.relationships;
    expect(plain["campaign"]?.data).toEqual({ type: "campaign", id: campaign });
    expect(plain["template"]).not.toHaveProperty("data");
    expect(plain["image"]).not.toHaveProperty("data");
    const { data: whole, included } = await get(`${path}?include=campaign,template,image`);
    expect(whole.relationships["template"]?.data).toBeNull();
    expect(whole.relationships["image"]?.data).toBeNull();
    expect(included.map((each) => each.id)).toEqual([campaign]);
  });
});

describe("a template that is assigned", () => {
  it("is copied: the copy belongs to the message, and is not listed", async () => {
    const { id, assign, get, patch, idOf } = await messages();
    const template = idOf("template");
    const assigned = await assign(id);
    expect(assigned.status).toBe(200);
    const [copy] = assigned.included;
    expect(copy?.attributes["name"]).toBe(`Clone of ${template}`);
    expect(copy?.id).not.toBe(template);
    expect(assigned.data.type).toBe("campaign-message");
    expect(assigned.data.relationships["template"]?.data).toEqual({
      type: "template",
      id: copy?.id,
    });
    expect((await get("/api/templates")).many.map((each) => each.id)).toEqual([template]);
    await patch(
      `/api/templates/${template}`,
      data("template", { html: "<p>Bye</p>" }, { id: template }),
    );
    const own = await get(`/api/campaign-messages/${id}/template`);
    expect(own.data.id).toBe(copy?.id);
    expect(own.data.attributes["html"]).toContain("Hello");
  });

  it("is answered with the message as older revisions have it, in the newest as well", async () => {
    const { id, assign } = await messages();
    const { attributes, relationships } = (await assign(id)).data;
    expect(attributes).toMatchObject({
      label: "Summer",
      channel: "email",
      content: { subject: "Summer is here" },
      render_options: null,
      send_times: [],
    });
    expect(attributes).not.toHaveProperty("definition");
    expect(Object.keys(relationships)).toEqual(["campaign", "template"]);
  });

  it("takes the place of another, whose copy goes", async () => {
    const { id, assign, emulator } = await messages();
    await assign(id);
    await assign(id);
    expect(emulator.state.get("template").records).toHaveLength(2);
  });

  it("cannot be deleted while a message has it, and its first one can", async () => {
    const { id, assign, ask, idOf } = await messages();
    const [copy] = (await assign(id)).included;
    const refused = await ask("DELETE", `/api/templates/${copy?.id}`);
    expect(refusalOf(refused)).toEqual([409, "conflict", "/data"]);
    expect(refused.errors[0]).toMatchObject({
      title: "Conflict.",
      detail: `Cannot delete template ${copy?.id} while it is attached to ${id}.`,
    });
    expect((await ask("DELETE", `/api/templates/${idOf("template")}`)).status).toBe(200);
  });

  it("must be there, as must the message, which is an email", async () => {
    const { id, assign } = await messages([sms]);
    expect((await assign(id, "nothing")).status).toBe(404);
    expect((await assign("nothing")).status).toBe(404);
    expect(refusalOf(await assign(id))).toEqual([400, "invalid", "/data/id"]);
  });
});

describe("the image of a message", () => {
  async function withImage(of?: readonly object[]) {
    const whole = await messages(of);
    const { data: image } = await whole.post(
      "/api/images",
      data("image", { import_from_url: dot, name: "Dot" }),
    );
    const path = `/api/campaign-messages/${whole.id}/relationships/image`;
    const set = (image_id: string) => whole.patch(path, to("image", image_id));
    return { ...whole, image: image.id, path, set };
  }

  it("is set, and read back", async () => {
    const { id, image, path, set, get } = await withImage([sms]);
    expect((await get(path)).data).toBeNull();
    expect((await set(image)).status).toBe(204);
    expect((await get(path)).data).toEqual({ type: "image", id: image });
    expect((await get(`/api/campaign-messages/${id}/image`)).data.id).toBe(image);
    expect(refusalOf(await set("nothing"))).toEqual([400, "invalid", "/data/id"]);
  });

  it("is set along with what the message says", async () => {
    const { image, change, path, get } = await withImage([sms]);
    const relationships = { image: to("image", image) };
    expect((await change({}, { relationships })).status).toBe(200);
    expect((await get(path)).data).toEqual({ type: "image", id: image });
  });

  it("is none of an email's: neither read nor set", async () => {
    const { id, image, path, set, get, change } = await withImage();
    const place = "/data/relationships/images/";
    expect(refusalOf(await get(path))).toEqual([400, "invalid", place]);
    expect(refusalOf(await get(`/api/campaign-messages/${id}/image`))[0]).toBe(400);
    expect(refusalOf(await set(image))).toEqual([400, "invalid", place]);
    const relationships = { image: to("image", image) };
    expect(refusalOf(await change({}, { relationships }))).toEqual([400, "invalid", place]);
  });
});
