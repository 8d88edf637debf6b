import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FixtureError } from "../../src/seeding/fixture/error.ts";
import { loadSeed } from "../../src/seeding/load.ts";
import { planText, planTexts } from "./support.ts";

const failure = async (plan: Promise<unknown>): Promise<string> => {
  const error = await plan.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FixtureError);
  return (error as FixtureError).message;
};

/** What is wrong with each text, by what is wrong in it. */
const wrong: Readonly<Record<string, readonly [text: string, message: string]>> = {
  "an unknown scope": [
    "company_id: SHOP01\nkeys:\n  - name: a\n    scopes: event:read",
    "one.yaml:4: keys[0].scopes: unknown scope 'event:read' (did you mean events:read?)",
  ],
  "an unknown scope in a list": [
    "keys:\n  - name: a\n    scopes:\n      - events:read\n      - profile:write",
    "one.yaml:5: keys[0].scopes[1]: unknown scope 'profile:write' (did you mean profiles:write?)",
  ],
  "a key out of form": [
    "keys: [{ name: a, scopes: full, key: secret }]",
    "one.yaml:1: keys[0].key: expected pk_ and six to a hundred letters and digits",
  ],
  "two keys of one name": [
    "keys:\n  - { name: a, scopes: full }\n  - { name: a, scopes: read-only }",
    "one.yaml:3: keys[1].name: a key 'a' is already at one.yaml:2",
  ],
  "one key twice": [
    "keys:\n  - { name: a, scopes: full, key: pk_abcdef }\n  - { name: b, scopes: full, key: pk_abcdef }",
    "one.yaml:3: keys[1].key: this key is already at one.yaml:2",
  ],
  "an app twice": [
    "apps:\n  - { name: A, client_id: a }\n  - { name: B, client_id: a }",
    "one.yaml:3: apps[1].client_id: an app 'a' is already at one.yaml:2",
  ],
  "a client id out of form": [
    "apps: [{ name: A, client_id: a b }]",
    "one.yaml:1: apps[0].client_id: expected up to a hundred letters, digits and . _ ~ -",
  ],
  "a client secret out of form": [
    "apps: [{ name: A, client_secret: short }]",
    "one.yaml:1: apps[0].client_secret: expected 8 to 200 visible characters of ASCII",
  ],
  "a redirect URI with a fragment": [
    "apps:\n  - name: A\n    redirect_uris:\n      - http://127.0.0.1/\n      - http://127.0.0.1/#x",
    "one.yaml:5: apps[0].redirect_uris[1]: expected a whole URI without a fragment, such as http://127.0.0.1/callback",
  ],
  "a redirect URI that would run": [
    'apps: [{ name: A, redirect_uris: ["javascript:alert(1)"] }]',
    "one.yaml:1: apps[0].redirect_uris[0]: expected a whole URI without a fragment, such as http://127.0.0.1/callback",
  ],
  "an unknown scope of an app": [
    "apps: [{ name: A, scopes: [profile:read] }]",
    "one.yaml:1: apps[0].scopes[0]: unknown scope 'profile:read' (did you mean profiles:read?)",
  ],
  "a token of an unknown app": [
    "apps: [{ name: A, client_id: sync-app }]\ntokens: [{ app: sync-ap }]",
    "one.yaml:2: tokens[0].app: there is no app 'sync-ap' (did you mean sync-app?)",
  ],
  "a token with more than its app's scopes": [
    "apps: [{ name: A, scopes: [lists:read] }]\ntokens:\n  - app: A\n    scopes: [lists:read, events:read]",
    "one.yaml:4: tokens[0].scopes[1]: this app has not registered events:read",
  ],
  "a token out of form": [
    "apps: [{ name: A }]\ntokens: [{ app: A, access_token: secret }]",
    "one.yaml:2: tokens[0].access_token: expected oat_ and twenty to a hundred letters and digits",
  ],
  "one token twice": [
    "apps: [{ name: A }]\ntokens:\n  - { app: A, access_token: oat_aaaaaaaaaaaaaaaaaaaa }\n  - { app: A, access_token: oat_aaaaaaaaaaaaaaaaaaaa }",
    "one.yaml:4: tokens[1].access_token: this token is already at one.yaml:3",
  ],
  "a token that lasts no time": [
    "apps: [{ name: A }]\ntokens:\n  - app: A\n    expires_in: soon",
    "one.yaml:4: tokens[0].expires_in: expected seconds, or a duration such as 10m",
  ],
  "an unknown member": [
    "company_id: SHOP01\nprofile: []",
    "one.yaml:2: profile: unknown member (did you mean profiles?)",
  ],
  "an unknown member inside": [
    "profiles:\n  - email: a@example.com\n    firstname: Ada",
    "one.yaml:3: profiles[0].firstname: unknown member (did you mean first_name?)",
  ],
  "a missing member": [
    "metrics:\n  - name: M\n  - created: -3d",
    "one.yaml:3: metrics[1].name: the field 'name' is required",
  ],
  "a value of the wrong type": [
    "lists:\n  - name: [a]",
    "one.yaml:2: lists[0].name: expected a string",
  ],
  "a phone number without quotes": [
    "profiles:\n  - email: a@example.com\n    phone_number: +12125550123",
    "one.yaml:3: profiles[0].phone_number: expected a string: put it in quotes",
  ],
  "an invalid phone number": [
    'profiles:\n  - phone_number: "555"',
    "one.yaml:2: profiles[0].phone_number: invalid phone number format (Example of a valid format: +12345678901)",
  ],
  "an invalid email": [
    "profiles:\n\n  - email: nobody",
    "one.yaml:3: profiles[0].email: invalid email address",
  ],
  nobody: [
    "profiles:\n  - first_name: Ada",
    "one.yaml:2: profiles[0]: expected an email, phone_number or external_id",
  ],
  "a phone number alone without SMS": [
    'profiles:\n  - phone_number: "+12125550123"',
    "one.yaml:2: profiles[0].phone_number: expected an email or external_id as well, or sms: true on the account",
  ],
  "an email twice": [
    "profiles:\n  - email: a@example.com\n  - email: A@example.com",
    "one.yaml:3: profiles[1].email: 'A@example.com' is already at one.yaml:2",
  ],
  "a phone number twice": [
    'sms: true\nprofiles:\n  - phone_number: "+12125550123"\n  - phone_number: "+12125550123"',
    "one.yaml:4: profiles[1].phone_number: '+12125550123' is already at one.yaml:3",
  ],
  "an external id twice, as a number and as text": [
    'profiles:\n  - external_id: 7\n  - external_id: "7"',
    "one.yaml:3: profiles[1].external_id: '7' is already at one.yaml:2",
  ],
  "an id out of form": [
    "lists:\n  - name: A\n    id: toolong",
    "one.yaml:3: lists[0].id: expected six letters and digits, not 'toolong'",
  ],
  "an id twice": [
    "lists: [{ name: A, id: abcdef }]\nsegments: [{ name: A, id: abcdef }]",
    "one.yaml:2: segments[0].id: 'abcdef' is taken at one.yaml:1",
  ],
  "a list twice": [
    "lists:\n  - name: A\n  - name: A",
    "one.yaml:3: lists[1].name: a list 'A' is already at one.yaml:2",
  ],
  "an unknown list": [
    "lists: [{ name: Newsletter }]\nprofiles:\n  - email: a@example.com\n    lists: [Newsleter]",
    "one.yaml:4: profiles[0].lists[0]: unknown list 'Newsleter' (did you mean Newsletter?)",
  ],
  "an unknown metric": [
    "profiles: [{ email: a@example.com }]\nmetrics: [{ name: Placed Order }]\nevents:\n  - profile: a@example.com\n    metric: Place Order\n    time: -3d",
    "one.yaml:5: events[0].metric: unknown metric 'Place Order' (did you mean Placed Order?)",
  ],
  "an unknown profile": [
    "profiles: [{ email: ada@example.com }]\nmetrics: [{ name: M }]\nevents:\n  - { profile: aba@example.com, metric: M, time: -3d }",
    "one.yaml:4: events[0].profile: unknown profile 'aba@example.com' (did you mean ada@example.com?)",
  ],
  "an unknown profile in a segment": [
    "segments:\n  - name: S\n    profiles:\n      - nobody@example.com",
    "one.yaml:4: segments[0].profiles[0]: unknown profile 'nobody@example.com' (expected an email or other identifier)",
  ],
  "a time that is none": [
    "lists:\n  - name: A\n    created: yesterday",
    "one.yaml:3: lists[0].created: expected a time such as -3d, -90m or 2026-01-31T12:00:00Z, not 'yesterday'",
  ],
  "a time that is a bare number": [
    'lists:\n  - name: A\n    created: "-3"',
    "one.yaml:3: lists[0].created: expected a time such as -3d, -90m or 2026-01-31T12:00:00Z, not '-3'",
  ],
  "a future where only the past will do": [
    "lists:\n  - name: A\n    created: 3d",
    "one.yaml:3: lists[0].created: expected a time in the past",
  ],
  "an event before the year 2000": [
    "profiles: [{ email: a@example.com }]\nmetrics: [{ name: M }]\nevents:\n  - { profile: a@example.com, metric: M, time: 1999-12-31 }",
    "one.yaml:4: events[0].time: expected a time between the year 2000 and a year from now",
  ],
  "an event more than a year ahead": [
    "profiles: [{ email: a@example.com }]\nmetrics: [{ name: M }]\nevents:\n  - { profile: a@example.com, metric: M, time: 366d }",
    "one.yaml:4: events[0].time: expected a time between the year 2000 and a year from now",
  ],
  "an event twice": [
    "profiles: [{ email: a@example.com }]\nmetrics: [{ name: M }]\nevents:\n  - { profile: a@example.com, metric: M, time: -3d, unique_id: x }\n  - { profile: a@example.com, metric: M, time: -2d, unique_id: x }",
    "one.yaml:5: events[1]: the same profile, metric and unique_id (or second) as the event at one.yaml:4; expected another",
  ],
  "too many event properties": [
    `profiles: [{ email: a@example.com }]\nmetrics: [{ name: M }]\nevents:\n  - profile: a@example.com\n    metric: M\n    time: -3d\n    properties: { ${Array.from({ length: 301 }, (_, index) => `p${index}: 1`).join(", ")} }`,
    "one.yaml:7: events[0].properties: an event has at most 300 properties",
  ],
  "an event property nested too deep": [
    `profiles: [{ email: a@example.com }]\nmetrics: [{ name: M }]\nevents:\n  - profile: a@example.com\n    metric: M\n    time: -3d\n    properties:\n      fine: 1\n      "a/b": ${"{x: ".repeat(11)}1${"}".repeat(11)}`,
    'one.yaml:9: events[0].properties["a/b"]: objects nest at most 10 levels deep',
  ],
  "a company id out of form": [
    "name: A\ncompany_id: SHOP1",
    "one.yaml:2: company_id: expected six letters and digits, not 'SHOP1'",
  ],
  "a currency out of form": [
    "currency: dollars",
    "one.yaml:1: currency: expected a currency's three letters, such as USD",
  ],
  "fewer generated than written out": [
    "profiles: [{ email: a@example.com }]\ngenerate:\n  profiles: 0\n  events: 0",
    "one.yaml:3: generate.profiles: expected at least 1, since this many are written out already",
  ],
  "too much to generate": [
    "generate:\n  profiles: 10000000\n  events: 0",
    "one.yaml:2: generate.profiles: expected a whole number from 0 to 1000000",
  ],
  "events that nobody is generated for": [
    "generate:\n  profiles: 0\n  events: 5",
    "one.yaml:3: generate.events: expected at most 0: 0 generated profiles have no more within the span",
  ],
  "a span out of bounds": [
    "generate:\n  profiles: 1\n  events: 1\n  span: 3h",
    "one.yaml:4: generate.span: expected a duration from 1d to 3650d",
  ],
  "a rule of no segment": [
    "segments: [{ name: VIP }]\ngenerate:\n  profiles: 1\n  events: 1\n  segments:\n    VIPs: { orders: 1 }",
    "one.yaml:6: generate.segments.VIPs: unknown segment 'VIPs' (did you mean VIP?)",
  ],
  "a rule of unknown conditions": [
    "segments: [{ name: VIP }]\ngenerate:\n  profiles: 1\n  events: 1\n  segments:\n    VIP:\n      order: 1",
    "one.yaml:7: generate.segments.VIP.order: expected conditions among orders, spent, quiet, active, abandoned",
  ],
  "an empty file": [
    "# nothing\n",
    "one.yaml:1: the file is empty; expected an account (company_id, …)",
  ],
  "a list for a root": [
    "- a",
    "one.yaml:1: expected a mapping: an account's members, or accounts: [...]",
  ],
  "text for a root": [
    "hello",
    "one.yaml:1: expected a mapping: an account's members, or accounts: [...]",
  ],
  "no accounts": ["accounts: []", "one.yaml:1: accounts: expected at least one item"],
  "a member of an account of several": [
    "accounts:\n  - company_id: SHOP01\n    colour: red\n",
    "one.yaml:3: accounts[0].colour: unknown member; expected company_id, ",
  ],
  "broken YAML": ["a: 1\nb: [1, 2\nc: 3", "one.yaml:3: not valid YAML: "],
  "a member twice": [
    "name: A\nsms: true\nname: B",
    "one.yaml:3: not valid YAML: Map keys must be unique",
  ],
  "two documents": ["name: A\n---\nname: B", "one.yaml:2: not valid YAML: "],
  "an unknown tag": [
    "name: A\nlocale: !mine x",
    "one.yaml:2: not valid YAML: Unresolved tag: !mine",
  ],
  "an alias of nothing": ["name: *nobody", "one.yaml:1: not valid YAML: "],
  "aliases that unfold to something huge": [
    `a: &a [x, x, x, x, x, x, x, x, x]\n${["b", "c", "d", "e", "f"].map((name, index) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${"abcde"[index]}`).join(", ")}]`).join("\n")}`,
    "one.yaml:1: not valid YAML: Excessive alias count",
  ],
  "an alias of itself": ["name: A\nprofiles: &p [*p]", "one.yaml:2: profiles"],
  "a number that is none": [
    "profiles:\n  - email: a@example.com\n    properties:\n      x: .inf",
    "one.yaml:4: profiles[0].properties.x: expected a finite number",
  ],
  "a nesting without end": [`name: ${"[".repeat(5000)}`, "one.yaml:1: not valid YAML: "],
};

describe("a wrong fixture", () => {
  for (const [what, [text, message]] of Object.entries(wrong)) {
    it(`is refused for ${what}`, async () => {
      const said = await failure(planText(text));
      expect(said.slice(0, message.length)).toBe(message);
      expect(said.split("\n")).toHaveLength(1);
    });
  }

  it("is refused where two files disagree about one account", async () => {
    const texts = ["company_id: SHOP01\nsms: true", "company_id: SHOP01\n\nsms: false"];
    expect(await failure(planTexts(texts))).toBe(
      "two.yaml:3: sms: account SHOP01 says otherwise at one.yaml:2; expected the same, or nothing",
    );
  });

  it("is refused for an email that another file of the account has", async () => {
    const text = "company_id: SHOP01\nprofiles: [{ email: a@example.com }]";
    expect(await failure(planTexts([text, text]))).toBe(
      "two.yaml:2: profiles[0].email: 'a@example.com' is already at one.yaml:2",
    );
  });

  it("is refused for a key that another account has", async () => {
    const text = (id: string) =>
      `company_id: ${id}\nkeys: [{ name: a, scopes: full, key: pk_abcdef }]`;
    expect(await failure(planTexts([text("SHOP01"), text("SHOP02")]))).toBe(
      "two.yaml:2: keys[0].key: this key is already at one.yaml:2",
    );
  });
});

describe("apps and tokens of two files", () => {
  const file =
    "company_id: SHOP01\napps: [{ name: A, client_id: a, client_secret: long-enough }]\n";
  const token = "tokens: [{ app: a, access_token: oat_aaaaaaaaaaaaaaaaaaaa }]\n";

  it("are one where both say the same", async () => {
    const { accounts } = await planTexts([file + token, file + token]);
    expect(accounts).toMatchObject([{ apps: [{ clientId: "a" }], tokens: [{ app: "a" }] }]);
    expect([accounts[0]?.apps.length, accounts[0]?.tokens.length]).toEqual([1, 1]);
  });

  it("may be in one account the app, in another its token", async () => {
    const { accounts } = await planTexts([`company_id: SHOP02\n${token}`, file]);
    expect(accounts).toMatchObject([
      { apps: [], tokens: [{ app: "a", account: "SHOP02", lifeMs: 3_600_000 }] },
      { apps: [{ clientId: "a" }], tokens: [] },
    ]);
  });

  it("are refused where they say otherwise", async () => {
    const other = file.replace("name: A", "name: B");
    expect(await failure(planTexts([file, other]))).toBe(
      "two.yaml:2: apps[0].client_id: an app 'a' is already at one.yaml:2",
    );
  });
});

describe("a fixture file", () => {
  let folder: string;
  const load = (...fixtures: string[]) => loadSeed({ fixtures, seed: 1 });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "seeding-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("is refused where it is not there", async () => {
    expect(await failure(load("nowhere.yaml"))).toBe(
      "nowhere.yaml: there is no such file (shipped fixtures: demo, small, empty, year)",
    );
  });

  it("is refused where it is a directory", async () => {
    expect(await failure(load(folder))).toBe(`${folder}: is a directory; expected a file`);
  });

  it("is refused where it is no text", async () => {
    const file = join(folder, "binary.yaml");
    await writeFile(file, Buffer.from([0xff, 0xfe, 0x00]));
    expect(await failure(load(file))).toBe(
      `${file}: is not UTF-8 text; expected a YAML or JSON file`,
    );
  });

  it("is refused where it is too large, without being read", async () => {
    const file = join(folder, "large.yaml");
    await writeFile(file, "");
    await truncate(file, 50_000_001);
    expect(await failure(load(file))).toBe(
      `${file}: has 50000001 bytes; expected at most 50000000`,
    );
  });

  it("is refused with every file beside it", async () => {
    const file = join(folder, "wrong.yaml");
    await writeFile(file, "colour: red");
    expect(await failure(load("small", file))).toMatch(/wrong\.yaml:1: colour: unknown member/);
  });

  it("may be given beside a shipped one", async () => {
    const file = join(folder, "right.yaml");
    await writeFile(file, "company_id: DEMO01\nprofiles: [{ email: more@example.com }]");
    const { accounts } = await load("small", file);
    expect(accounts.map(({ profiles }) => profiles.length)).toEqual([6]);
  });
});

describe("the reader", () => {
  const names =
    "company_id keys lists segments metrics profiles events generate name scopes created email " +
    "profile metric time properties id external_id consent suppression accounts currency span";
  const members = fc.constantFrom(...names.split(" "));
  const scalar = fc.oneof(
    fc.constantFrom("-3d", "3d", "2026-01-01T00:00:00Z", "a@example.com", "M", "full", "SHOP01"),
    fc.constantFrom("+12125550123", "SUBSCRIBED", "USD", "99999999999999999999y", "0000-01-01"),
    fc.string({ maxLength: 8, unit: "binary" }),
    fc.integer({ min: -3, max: 40 }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      scalar,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(members, tie("value"), { maxKeys: 4 }),
    ),
  }));
  const piece = fc.oneof(
    fc.constantFrom(
      "\n",
      "  ",
      "- ",
      ": ",
      "[",
      "]",
      "{",
      "}",
      "&a ",
      "*a",
      "!t ",
      "? ",
      "| ",
      "#",
      "---\n",
      '"',
      "'",
      "%YAML 1.1\n",
      "<<: ",
      "\t",
      "\u0000",
      "\uFEFF",
      "!!binary ",
      "!!set ",
    ),
    members,
    scalar.map(String),
  );
  const text = fc.oneof(
    value.map((any) => JSON.stringify(any) ?? ""),
    fc.dictionary(members, value, { maxKeys: 5 }).map((any) => JSON.stringify(any)),
    fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")),
    fc.string({ unit: "binary", maxLength: 60 }),
  );

  it("gives a plan or an error of one line, whatever it is given", async () => {
    await fc.assert(
      fc.asyncProperty(text, async (any) => {
        try {
          const plan = await planText(any);
          expect(JSON.parse(JSON.stringify(plan))).toBeTruthy();
        } catch (error) {
          expect(error).toBeInstanceOf(FixtureError);
          expect((error as FixtureError).message).toMatch(/^one\.yaml(:[1-9]\d*)?: [^\n\r]+$/);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
