import { expect, it } from "vitest";
import { emulate } from "../support/emulate.ts";
import { collected } from "../support/guesses.ts";

const header = "x-emulator-guess";

it("a response names the guesses that its operation rests on, if that was asked for", async () => {
  const { get } = await emulate({ showGuesses: true });
  expect((await get("/api/web-feeds")).headers.get(header)).toBe(
    "2: A feed is critical from its second failed night on. Without `sort`, the oldest feed comes first.",
  );
});

it.each([
  ["by default", false, "/api/web-feeds", {}, 200],
  ["where its operation rests on none", true, "/api/accounts", {}, 200],
  ["where it was rejected as any other would be", true, "/api/lists", { key: "pk_unknown" }, 401],
])("it names none %s", async (_, showGuesses, path, asking, status) => {
  const { get } = await emulate({ showGuesses });
  const response = await get(path, asking);
  expect([response.status, response.headers.get(header)]).toEqual([status, null]);
});

it("it names as many as fit into a header, and how many there are", async () => {
  const { post } = await emulate({ showGuesses: true });
  const { headers } = await post("/api/flows", {});
  const own = collected().guesses.filter(({ operations }) => operations.includes("create_flow"));
  expect(headers.get(header)).toMatch(new RegExp(`^${own.length}: [ -~]{900,1000}$`));
});
