import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ControlError, FixtureError } from "../../src/index.ts";
import { newFolder } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";

const account = (...emails: string[]) =>
  [
    "company_id: Mine01",
    `keys: [{ name: full, scopes: full, key: pk_${emails.length}fullkeyofmine0001 }]`,
    `profiles: [${emails.map((email) => `{ email: ${email} }`).join(", ")}]`,
    "",
  ].join("\n");

async function written(text: string) {
  const file = join(newFolder(), "mine.yaml");
  writeFileSync(file, text);
  const ways = await emulate({ fixtures: [file] });
  const emails = async () =>
    (await ways.get("/api/profiles")).many.map(({ attributes }) => attributes["email"]).sort();
  return { ...ways, file, emails };
}

it("reads the fixtures again, begins anew, and goes back to the same by resets", async () => {
  const { emulator, file, emails, post } = await written(account("ada@example.com"));
  writeFileSync(file, account("bob@example.com", "cyd@example.com"));
  await emulator.reload();
  expect(emulator.keys).toEqual({ full: "pk_2fullkeyofmine0001" });
  expect(emulator.accounts[0]?.counts).toMatchObject({ profiles: 2 });
  await post("/api/profiles", {
    data: { type: "profile", attributes: { email: "x@example.com" } },
  });
  emulator.reset();
  expect(await emails()).toEqual(["bob@example.com", "cyd@example.com"]);
});

it("leaves sandboxes and their data alone", async () => {
  const { emulator, file } = await written(account("ada@example.com"));
  const sandbox = emulator.sandbox();
  writeFileSync(file, account("bob@example.com"));
  await emulator.reload();
  const answer = await sandbox.fetch("/api/profiles", {
    headers: { authorization: `Service-API-Key ${sandbox.keys["full"]}`, revision: "2026-07-15" },
  });
  expect(await answer.json()).toMatchObject({
    data: [{ attributes: { email: "ada@example.com" } }],
  });
});

it("changes nothing where a fixture is wrong", async () => {
  const { emulator, file, emails, post } = await written(account("ada@example.com"));
  await post("/api/profiles", {
    data: { type: "profile", attributes: { email: "x@example.com" } },
  });
  writeFileSync(file, account("bob@example.com", "bob@example.com"));
  await expect(emulator.reload()).rejects.toThrow(FixtureError);
  expect(await emails()).toEqual(["ada@example.com", "x@example.com"]);
  emulator.reset();
  expect(await emails()).toEqual(["ada@example.com"]);
});

it("is refused where the state does not come from fixtures", async () => {
  const { emulator } = await emulate({ dataDir: newFolder() });
  await expect(emulator.reload()).rejects.toThrow(ControlError);
});
