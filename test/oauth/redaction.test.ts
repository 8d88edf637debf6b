import { describe, expect, it } from "vitest";
import { installing } from "./support.ts";

const ready = "oat_ReadyAccessToken00001";

describe("a secret in a request", () => {
  it.each([
    ["hush", "client%5Fsecret=hush-hush"],
    ["hush", "client_secret=se,hush&x=1"],
    ["hush", "password=se}hush&x=1"],
    ["hush", '{"client_secret":"two words, hush","x":1}'],
    ["hush", '{"password":"a\\"hush"}'],
    ["ReadyRefresh", "refresh%5Ftoken=ort%5FReadyRefreshToken0001"],
  ])("is not shown by the journal: %s of %s", async (secret, body) => {
    const { emulator, token } = await installing();
    await token(body);
    const [entry] = emulator.requests.list();
    expect(JSON.stringify(emulator.requests.show(entry?.id ?? ""))).not.toContain(secret);
  });

  it.each([
    `/api/profiles?authorization=Bearer%20${ready}`,
    `/api/profiles?next=%2Fcallback%3Ft%3D${ready}`,
    "/api/profiles?api_key=%70k_abcdefghijklmnopq",
  ])("is not shown in a target: %s", async (path) => {
    const { emulator, fetched } = await installing();
    await fetched(path);
    const [entry] = emulator.requests.list();
    expect(decodeURIComponent(entry?.target ?? "")).not.toMatch(/ReadyAccessToken|pk_abcdefghijk/);
  });

  it("is not shown in a test id", async () => {
    const { emulator, fetched } = await installing();
    await fetched("/api/profiles", { headers: { "x-emulator-test-id": ready } });
    expect(JSON.stringify(emulator.requests.list())).not.toContain(ready);
  });
});
