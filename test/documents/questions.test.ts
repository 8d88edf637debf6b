import { describe, expect, it } from "vitest";
import { noRequest } from "../../src/report/finding-text.ts";
import { listenFailure } from "../../src/cli/terminal/terminal.ts";
import { readFixture } from "../../src/seeding/fixture/read.ts";
import { newProfile } from "../support/bodies.ts";
import { runHere } from "../support/cli.ts";
import { type Asking, emulate } from "../support/emulate.ts";
import { textOf } from "../support/pages.ts";

const page = "docs/questions.md";

const said = async (...words: string[]): Promise<string> => (await runHere(words)).stderr;

/** What is said to a request, which is GET /api/profiles unless it is another. */
async function hint(asking: Asking, method = "GET"): Promise<string> {
  const { ask } = await emulate();
  return (await ask(method, "/api/profiles", asking)).headers.get("x-emulator-hint") ?? "";
}

/** What is said to a key of the demo that has other scopes. */
async function hintToKey(name: string): Promise<string> {
  const { emulator, get } = await emulate({ fixtures: ["demo"] });
  const { [name]: key = "" } = emulator.keys;
  return (await get("/api/metrics", { key })).headers.get("x-emulator-hint") ?? "";
}

/** What makes the program print each text that is a heading of the page, by how the heading begins. */
const provoked: Readonly<Record<string, () => Promise<string> | string>> = {
  "port … is taken: ": () => listenFailure("EADDRINUSE", "127.0.0.1", 4010).message,
  "port … is taken by an emulator": () => listenFailure("EADDRINUSE", "", 4010, 7).message,
  "… is no fixture but a bulk file": () =>
    readFixture("people.csv").then(String, (error: Error) => error.message),
  "unknown variable": async () =>
    (await runHere(["config", "print"], { SERVICE_EMULATOR_RATELIMITS: "off" })).stderr,
  "unknown command": () => said("frobnicate"),
  "no emulator runs here": () => said("clock", "show"),
  "no emulator answers at": () => said("clock", "show", "--url", "http://127.0.0.1:9"),
  "no request arrived": () => noRequest,
  "no Authorization header": () => hint({ headers: { authorization: "" } }),
  "Authorization has the scheme": () => hint({ headers: { authorization: "Basic eDp5" } }),
  "no account has this key": () => hint({ key: "not-a-key" }),
  "lacks …": () => hintToKey("events-only"),
  "no revision header": () => hint({ headers: { revision: "" } }),
  "revision … is retired": () => hint({ headers: { revision: "2020-01-15" } }),
  "… is not a field of": () => hint({ body: newProfile({ emial: "ada@example.com" }) }, "POST"),
};

const headings = [...textOf(page).matchAll(/^### `(.*)`$/gm)].map(([, text = ""]) => text);

const patternOf = (heading: string): RegExp =>
  new RegExp(
    heading
      .split("…")
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join(".+"),
    "s",
  );

describe("the page of questions", () => {
  it("has a text for each of the provoked, and no other", () => {
    const begun = Object.keys(provoked).map(
      (begin) => headings.filter((heading) => heading.startsWith(begin)).length,
    );
    expect(begun).toEqual(Object.keys(provoked).map(() => 1));
    expect(headings).toHaveLength(Object.keys(provoked).length);
  });

  it.each(Object.entries(provoked))("quotes what is printed: %s", async (begin, provoke) => {
    const heading = headings.find((each) => each.startsWith(begin)) ?? "";
    expect(await provoke()).toMatch(patternOf(heading));
  });
});
