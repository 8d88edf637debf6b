import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Emulator } from "../../src/index.ts";
import { isDemoSecret } from "../../src/seeding/demo-secrets.ts";
import { shippedFile } from "../../src/seeding/load.ts";
import { shippedSeeds } from "../../src/seeding/shipped.ts";
import { newFolder } from "../support/data-folder.ts";
import { emulate } from "../support/emulate.ts";
import { fixtureFile } from "../support/fixture.ts";

const anywhere = "0.0.0.0";

/** A fixture that leaves every secret to the emulator. */
const unnamed = {
  accounts: [
    { company_id: "First1", profiles: [{ email: "ada@example.com" }] },
    {
      company_id: "Secnd2",
      keys: [
        { name: "full", scopes: "full" },
        { name: "reader", scopes: "read-only" },
      ],
      apps: [{ name: "App", client_id: "app" }],
      tokens: [{ app: "app", expires_in: "1d" }],
    },
  ],
};

const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const redirect = "http://127.0.0.1/callback";

/** A code by way of the consent page, and what it is exchanged for. */
async function granted({ fetch, apps }: Emulator): Promise<string[]> {
  const query = new URLSearchParams({
    response_type: "code",
    client_id: "app",
    redirect_uri: redirect,
    scope: "profiles:read",
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  const allowed = await fetch(`/oauth/authorize?${query}`, {
    method: "POST",
    body: new URLSearchParams({ account: "First1" }),
  });
  const code = new URL(allowed.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const secret = Buffer.from(`app:${apps[0]?.clientSecret}`).toString("base64");
  const exchanged = await fetch("/oauth/token", {
    method: "POST",
    headers: { authorization: `Basic ${secret}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: redirect,
      code_verifier: verifier,
    }),
  });
  const tokens = (await exchanged.json()) as { access_token: string; refresh_token: string };
  return [code, tokens.access_token, tokens.refresh_token];
}

/** Those that are there from the start, by what they are. */
function seeded({ accounts, apps }: Emulator): Record<string, string> {
  const keys = accounts.flatMap(({ companyId, keys: own }) =>
    own.map(({ name, key }) => [`${companyId} ${name}`, key]),
  );
  const [app] = apps;
  const [token] = app?.tokens ?? [];
  return {
    ...Object.fromEntries(keys),
    client: app?.clientSecret ?? "",
    access: token?.accessToken ?? "",
    refresh: token?.refreshToken ?? "",
  };
}

/** Every secret that an emulator makes up, in the same order each time. */
async function minted(emulator: Emulator): Promise<string[]> {
  const token = emulator.tokens.create();
  const added = { company_id: "Third3", profiles: [{ email: "bob@example.com" }] };
  await emulator.seed({ ...added, keys: [{ name: "added", scopes: "full" }] });
  const sandboxes = [emulator.sandbox(), emulator.sandbox()];
  return [
    ...Object.values(seeded(emulator)),
    emulator.privateKeys.create("made").key,
    token.access_token,
    token.refresh_token,
    ...sandboxes.flatMap(({ keys }) => Object.values(keys)),
    ...(await granted(emulator)),
  ];
}

const begun = async (host?: string) => {
  const fixtures = [fixtureFile(JSON.stringify(unnamed))];
  return (await emulate({ fixtures, seed: 7, ...(host !== undefined && { host }) })).emulator;
};

describe("the secrets that an emulator makes up", () => {
  it("come of the seed on loopback", async () => {
    const [one, other] = [await begun(), await begun()];
    expect(await minted(one)).toEqual(await minted(other));
  });

  it("have nothing to do with the seed beyond it, and neither have they with each other", async () => {
    const [near, one, other] = [await begun(), await begun(anywhere), await begun(anywhere)];
    const all = [...(await minted(near)), ...(await minted(one)), ...(await minted(other))];
    expect(all.every((secret) => /^(?:pk|oat|ort|oac|ocs)_\w{34,40}$/.test(secret))).toBe(true);
    expect(new Set(all).size).toBe(all.length);
  });

  it("shift nothing that the seed does give", async () => {
    const ids = async (emulator: Emulator) => {
      await minted(emulator);
      return [emulator.state.get("profiles").records, emulator.sandbox().id];
    };
    const [records, sandbox] = await ids(await begun(anywhere));
    expect([records, sandbox]).toEqual(await ids(await begun(anywhere)));
    expect(records).toEqual((await ids(await begun()))[0]);
  });

  it("are the same after a reset and after the fixtures were read again", async () => {
    const emulator = await begun(anywhere);
    const before = seeded(emulator);
    emulator.reset();
    expect(seeded(emulator)).toEqual(before);
    await emulator.reload();
    expect(seeded(emulator)).toEqual(before);
  });

  it("are given to nobody else after a reset", async () => {
    const emulator = await begun(anywhere);
    const token = () => emulator.tokens.create().access_token;
    const key = () => emulator.privateKeys.create("made").key;
    const before = [token(), key()];
    emulator.reset();
    expect([token(), key()]).not.toEqual(expect.arrayContaining([before[0]]));
    expect(key).toThrow("taken");
  });
});

/** What everybody knows. */
const demo = {
  key: "pk_FullAccessDemo",
  all: {
    "DEMO01 full": "pk_FullAccessDemo",
    client: "ocs_ExampleAppSecretDemo0001",
    access: "oat_ExampleAppTokenDemo00001",
    refresh: "ort_ExampleAppRefreshDemo001",
  },
};

describe("the secrets of shipped fixtures beyond loopback", () => {
  it.each(shippedSeeds)("of %s are nobody's: it has its own in their place", async (name) => {
    const text = readFileSync(shippedFile(name).file, "utf8");
    const all: string[] = text.match(/\b(?:pk|ocs|oat|ort)_\w+/g) ?? [];
    expect(all).toHaveLength(8);
    expect(all.filter((secret) => !isDemoSecret(secret))).toEqual([]);
    const { emulator } = await emulate({ fixtures: [name], host: anywhere });
    const own = seeded(emulator);
    expect(Object.values(own).filter((secret) => all.includes(secret))).toEqual([]);
    expect(Object.keys(own)).toHaveLength(8);
    const known = { authorization: `Service-API-Key ${demo.key}`, revision: "2026-07-15" };
    expect((await emulator.fetch("/api/lists", { headers: known })).status).toBe(401);
    const mine = { ...known, authorization: `Service-API-Key ${emulator.keys["full"]}` };
    expect((await emulator.fetch("/api/lists", { headers: mine })).status).toBe(200);
    emulator.reset();
    expect(seeded(emulator)).toEqual(own);
    await emulator.reload();
    expect(seeded(emulator)).toEqual(own);
  });

  it("are told to be others in one line", async () => {
    const notes: string[] = [];
    const told = { onNote: (note: string) => void notes.push(note) };
    await emulate({ fixtures: ["empty"], host: anywhere, ...told });
    await emulate({ fixtures: ["empty"], host: anywhere, demoKeys: true, ...told });
    await emulate({ fixtures: ["empty"], ...told });
    expect(notes).toEqual([expect.stringContaining("--demo-keys accepts theirs")]);
  });

  it("stay on loopback", async () => {
    for (const host of ["127.0.0.1", "localhost", "::1"]) {
      const { emulator } = await emulate({ fixtures: ["empty"], host });
      expect(seeded(emulator)).toMatchObject(demo.all);
    }
  });

  it("are refused in a data folder and in an exported state, unless the user says so", async () => {
    const [dataDir, state] = [newFolder(), newFolder()];
    const near = await emulate({ fixtures: ["empty"], dataDir });
    await near.emulator.state.export(state);
    await near.emulator.close();
    for (const from of [{ dataDir }, { state }]) {
      const beyond = { host: anywhere, ...from, fixtures: undefined } as never;
      await expect(emulate(beyond)).rejects.toThrow(
        /demoKeys: needed beyond loopback.*everybody knows/,
      );
      const { emulator } = await emulate({ ...(beyond as object), demoKeys: true });
      expect(seeded(emulator)).toMatchObject(demo.all);
      await emulator.close();
    }
  });
});

describe("the secrets that stay as they are beyond loopback", () => {
  it("those that the user's own fixture names", async () => {
    const named = { company_id: "Mine01", keys: [{ name: "full", scopes: "full", key: demo.key }] };
    const fixtures = [fixtureFile(JSON.stringify(named))];
    const { emulator } = await emulate({ fixtures, host: anywhere });
    expect(emulator.keys["full"]).toBe(demo.key);
  });

  it("those that the user's own fixture names beside a shipped one, and no other of that", async () => {
    const [key] = [{ name: "full", scopes: "full", key: demo.key }];
    const fixtures = ["empty", fixtureFile(JSON.stringify({ company_id: "DEMO01", keys: [key] }))];
    const { emulator } = await emulate({ fixtures, host: anywhere });
    expect(emulator.keys["full"]).toBe(demo.key);
    expect(emulator.keys["read-only"]).toMatch(/^pk_[0-9a-f]{34}$/);
  });

  it("those of a shipped fixture, where the user says so", async () => {
    const { emulator } = await emulate({ fixtures: ["small"], host: anywhere, demoKeys: true });
    expect(seeded(emulator)).toMatchObject(demo.all);
  });

  it("those of a data folder", async () => {
    const fixtures = [fixtureFile(JSON.stringify(unnamed))];
    const dataDir = newFolder();
    const first = await emulate({ fixtures, dataDir, host: anywhere });
    const before = seeded(first.emulator);
    await first.emulator.close();
    const { emulator } = await emulate({ fixtures, dataDir, host: anywhere });
    expect(seeded(emulator)).toEqual(before);
  });

  it("those of an exported state", async () => {
    const state = newFolder();
    const first = await begun();
    await first.state.export(state);
    const { emulator } = await emulate({ state, fixtures: undefined, host: anywhere } as never);
    expect(seeded(emulator)).toEqual(seeded(first));
  });
});
