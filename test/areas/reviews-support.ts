import { type Asking, emulate } from "../support/emulate.ts";
import type { EmulatorOptions } from "../../src/index.ts";
import { item } from "./catalogs-support.ts";

type Attributes = Readonly<Record<string, unknown>>;

export const ada = "ada@example.com";
export const shirt = { external_id: "shirt", integration_key: "shopify" };

const usual = { review_type: "review", email: ada, author: "Ada", content: "Warm and dry" };

/** An emulator with a shirt in its catalog, and ways to submit and to moderate reviews. */
export async function reviewing(options: EmulatorOptions = {}) {
  const ways = await emulate(options);
  const { emulator, get, post, patch } = ways;
  await post("/api/catalog-items", { data: item("shirt") });
  const company = `company_id=${emulator.companyId}`;
  const submit = (attributes: Attributes = {}, beside: Attributes = {}) =>
    post(`/client/reviews?${company}`, {
      data: { type: "review", attributes: { ...usual, ...attributes }, ...beside },
    });
  const moderate = (id: string, status: unknown, asking?: Asking) =>
    patch(`/api/reviews/${id}`, { data: { type: "review", id, attributes: { status } } }, asking);
  /** Submits one, and gives it a status. */
  const submitted = async (attributes: Attributes = {}, value = "pending") => {
    const answer = await submit(attributes);
    if (answer.status !== 202) throw new Error(answer.text);
    const [newest] = (await get("/api/reviews")).many;
    const id = newest?.id ?? "";
    await moderate(id, value === "rejected" ? rejected : { value });
    await emulator.clock.advance("1m");
    return id;
  };
  return {
    ...ways,
    submit,
    submitted,
    moderate,
    read: (query = "") => get(`/client/reviews?${company}${query}`),
    values: (query: string) => get(`/client/review-values-reports?${company}&${query}`),
    contents: async (query = "") =>
      (await get(`/api/reviews${query}`)).many.map((each) => each.attributes["content"]),
  };
}

export const rejected = { value: "rejected", rejection_reason: { reason: "fake" } };
