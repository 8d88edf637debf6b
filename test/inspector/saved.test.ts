import { describe, expect, it } from "vitest";
import { Saved } from "../../src/control/session/saved.ts";
import { emulate } from "../support/emulate.ts";

const head =
  '{"session":1,"version":"0.1.0","at":"2026-07-20T12:00:00.000Z","url":"","command":""}';

const requestLine = (id: string, more: object = {}): string =>
  JSON.stringify({ path: `/requests/${id}`, answer: { id, arrivedReal: 1, ...more } });

const savedFrom = (...lines: string[]) => new Saved([head, ...lines, ""].join("\n"));

/** What a saved session answers to a path of the control API. */
const asked = (saved: Saved, path: string, method = "GET") =>
  saved.answer(method, new URL(`http://page.invalid/_emulator${path}`));

describe("what a saved session answers", () => {
  it("is what the emulator answered: each request, the faults and the report card", async () => {
    const { emulator } = await emulate();
    const fault = emulator.faults.add({ operation: "get_lists", status: 503 });
    await emulator.fetch("/api/lists");
    const saved = new Saved(await (await emulator.fetch("/_emulator/session")).text());
    const id = emulator.requests.list()[0]?.id ?? "";
    const answer = async (path: string) => (await emulator.fetch(`/_emulator${path}`)).json();
    expect(asked(saved, `/requests/${id}`)).toMatchObject(
      (await answer(`/requests/${id}`)) as object,
    );
    expect(asked(saved, `/faults/${fault.id}`)).toEqual(await answer(`/faults/${fault.id}`));
    expect(saved.hasEnded).toBe(true);
  });

  it("has both of two requests with one id, since ids come again after a reset", () => {
    const saved = savedFrom(
      requestLine("a", { arrivedReal: 1 }),
      requestLine("a", { arrivedReal: 2 }),
    );
    expect(saved.requests.map(({ id, arrivedReal }) => [id, arrivedReal])).toEqual([
      ["a-0", 1],
      ["a", 2],
    ]);
    expect(asked(saved, "/requests/a-0")).toMatchObject({ arrivedReal: 1 });
  });

  it("has what was known of a request later", () => {
    const saved = savedFrom(
      requestLine("a", { durationMs: null }),
      JSON.stringify({ path: "/requests/a", more: { durationMs: 7 } }),
    );
    expect(asked(saved, "/requests/a")).toMatchObject({ durationMs: 7 });
  });

  it("leaves out a line that was cut, counts it, and knows that the run did not end", () => {
    const saved = savedFrom(requestLine("a"), '{"path":"/cl');
    expect([saved.requests.length, saved.unread, saved.hasEnded]).toEqual([1, [3], false]);
  });

  it("says of an exploration that was cut off that it does not run", () => {
    const running = JSON.stringify({
      path: "/explore",
      answer: { state: "running", problem: null },
    });
    expect(asked(savedFrom(running), "/explore")).toEqual({
      state: "failed",
      problem: "The run was cut off.",
    });
  });

  it("refuses what would change something, and says of what it lacks that it is not there", () => {
    expect(() => asked(savedFrom(), "/faults", "POST")).toThrow("nothing in it can be changed");
    expect(() => asked(savedFrom(), "/outbox")).toThrow("not part of the saved session");
    expect(() => asked(savedFrom(), "/requests?query=colour:red")).toThrow(
      "no requests have 'colour:red'",
    );
  });
});
