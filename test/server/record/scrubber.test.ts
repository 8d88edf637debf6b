import { describe, expect, it } from "vitest";
import { Scrubber } from "../../../src/server/record/scrub/scrubber.ts";
import { api } from "../../support/described.ts";
import { type Hiding, places, secrets, waysToWrite } from "./secrets.ts";

const scrubber = () => new Scrubber(api, "api.example.com");

/** All that is written down of an exchange. */
function written(
  by: Scrubber,
  { url, headers = [], body, type = "" }: Hiding,
): { head: string; body: string } {
  const whole = url === undefined ? undefined : new URL(url);
  const head = JSON.stringify([
    whole && by.url(whole),
    whole && by.queryOf(whole),
    by.headers(headers),
  ]);
  return { head, body: body === undefined ? "" : (by.body(body, type) ?? "") };
}

const told = (text: string, secret: string) =>
  waysToWrite(secret).find((way) => text.toLowerCase().includes(way));

describe("a recording", () => {
  it("has 40 kinds of secrets and 50 places to look for them", () => {
    expect([Object.keys(secrets).length, Object.keys(places).length]).toEqual([40, 50]);
  });

  it.each(Object.entries(places))("has no secret in %s", (_, hide) => {
    const by = scrubber();
    const all = Object.entries(secrets).map(([kind, secret]) => ({
      kind,
      secret,
      ...written(by, hide(secret)),
    }));
    // What they are is known by then.
    for (const secret of Object.values(secrets))
      written(by, (places["the first name"] as (s: string) => Hiding)(secret));
    const leaks = all.flatMap(({ kind, secret, head, body }) => {
      const way = told(head + by.again(body), secret);
      return way === undefined ? [] : [`${kind}: ${way}`];
    });
    expect(leaks).toEqual([]);
  });

  it("has the same stand-in for the same person, wherever and however they are written", () => {
    const by = scrubber();
    const people = ["Ada@Example.org", "ada@example.org", "bob@example.org"].map((email) => {
      const { body } = written(
        by,
        (places["the e-mail of a profile"] as (s: string) => Hiding)(email),
      );
      return (JSON.parse(body) as { data: { attributes: { email: string } } }).data.attributes
        .email;
    });
    expect(people).toEqual([
      "person-1@example.com",
      "person-1@example.com",
      "person-2@example.com",
    ]);
    const asked = new URL(
      `https://api.example.com/api/profiles?filter=equals(email,"bob@example.org")`,
    );
    expect(by.queryOf(asked)).toEqual([
      { name: "filter", value: 'equals(email,"person-2@example.com")' },
    ]);
  });

  it("keeps what the service itself says", () => {
    const by = scrubber();
    const target =
      "https://api.example.com/api/events?fields[event]=datetime,timestamp&include=profile,metric&sort=-datetime" +
      '&page[size]=50&filter=and(greater-than(datetime,2026-01-01T00:00:00Z),equals(metric_id,"Y6nRLr"))';
    expect(decodeURIComponent(by.url(new URL(target)))).toBe(target);
    const list = {
      data: [
        {
          type: "list",
          id: "Y6nRLr",
          attributes: {
            name: "Newsletter",
            created: "2026-01-01T00:00:00+00:00",
            opt_in_process: "double_opt_in",
          },
          relationships: {
            profiles: {
              links: { self: "https://api.example.com/api/lists/Y6nRLr/relationships/profiles" },
            },
          },
        },
      ],
      links: { self: "https://api.example.com/api/lists", next: null, prev: null },
    };
    expect(JSON.parse(by.body(JSON.stringify(list), "application/json") ?? "")).toEqual(list);
    expect(
      by.headers([
        "Revision",
        "2026-07-15",
        "RateLimit-Remaining",
        "149",
        "Authorization",
        "Service-API-Key pk_0123456789abcdef",
      ]),
    ).toEqual([
      { name: "Revision", value: "2026-07-15" },
      { name: "RateLimit-Remaining", value: "149" },
      { name: "Authorization", value: "Service-API-Key secret-1" },
    ]);
  });

  it("leaves out a body that it cannot look through", () => {
    const by = scrubber();
    expect(
      [
        "<p>ada@example.org</p>",
        "4165550987",
        '{"broken": "ada@example.org',
        '"ada@example.org"',
      ].map((text) => by.body(text, "text/html")),
    ).toEqual([undefined, undefined, undefined, undefined]);
  });

  it("takes members by any name as data", () => {
    const text =
      '{"data":{"type":"profile","attributes":{"properties":{"__proto__":"ada@example.org","constructor":1}}}}';
    expect(scrubber().body(text, "application/json")).toBe(
      text.replace("ada@example.org", "person-1@example.com"),
    );
  });
});
