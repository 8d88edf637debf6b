import { describe, expect, it } from "vitest";
import { listening, runHere } from "../support/cli.ts";

async function driven() {
  const { ask, cli } = await listening();
  return { ask, cli: (line: string) => cli(...line.split(" ")) };
}

describe("revisions", () => {
  it("are deprecated, retired and restored, each told in one line", async () => {
    const { cli, ask } = await driven();
    const told = async (line: string) => (await cli(line)).stdout;
    expect(await told("revisions deprecate 2025-10-15 --sunset 2030-01-01")).toBe(
      "2025-10-15 is deprecated, sunset 2030-01-01T00:00:00+00:00\n",
    );
    expect(await told("revisions retire 2025-10-15 --forward")).toBe(
      "2025-10-15 is retired, sunset 2030-01-01T00:00:00+00:00, then falls forward\n",
    );
    const answer = await ask("/api/metrics", { headers: { revision: "2025-10-15" } });
    expect(answer.headers.get("x-service-api-revision")).toBe("2026-01-15");
    expect(await told("revisions restore 2025-10-15")).toMatch(/^2025-10-15 is active/);
    expect(await told("revisions default oldest")).toBe("Without a revision header: oldest.\n");
    expect(await told("revisions list")).toMatch(/^2023-10-15 +active$/m);
    expect(await told("revisions clear")).toBe("The revisions are as they were.\n");
  });

  it("are added and patched", async () => {
    const { cli, ask } = await driven();
    expect((await cli("revisions add 2024-01-01")).stdout).toBe("2024-01-01 is active\n");
    const line =
      "revisions patch 2024-01-01 --resource account --remove attributes.industry --rename attributes.timezone=zone --add attributes.level=5 --retype attributes.preferred_currency=list";
    expect((await cli(line)).stdout).toBe("2024-01-01 is active, 1 patched\n");
    const answer = await ask("/api/accounts", { headers: { revision: "2024-01-01" } });
    const { data } = (await answer.json()) as { data: { attributes: object }[] };
    expect(data[0]?.attributes).toMatchObject({
      level: 5,
      preferred_currency: ["USD"],
      zone: expect.anything(),
    });
    expect(data[0]?.attributes).not.toHaveProperty("industry");
  });

  it("are compared by what their rows say", async () => {
    const { code, stdout } = await runHere(["revisions", "diff", "2024-10-15", "2026-07-15"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\+ +operation +get_push_tokens/m);
    expect(stdout).toMatch(/^\+ +filter +get_events +metric/m);
    const back = await runHere(["revisions", "diff", "2026-07-15", "2024-10-15", "--json"]);
    expect(JSON.parse(back.stdout).differences).toContainEqual({
      change: "removed",
      what: "operation",
      of: "get_push_tokens",
      name: "",
    });
    const same = await runHere(["revisions", "diff", "2026-07-15", "2026-07-20"]);
    expect(same.stdout).toMatch(/^Nothing/);
    expect((await runHere(["revisions", "diff", "2027-99-99", "2026-07-15"])).code).toBe(2);
    const wrong = await runHere(["revisions", "diff", "2026-07-15", "newest"]);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringContaining("no revision 'newest'"),
    ]);
  });

  it("are compared by the calls of a run", async () => {
    const { cli, ask } = await driven();
    const of = (revision: string) => ({ headers: { revision } });
    await ask("/api/profiles?include=lists", of("2025-10-15"));
    await ask("/api/push-tokens", of("2025-10-15"));
    await ask("/api/metrics", of("2025-10-15"));
    expect((await cli("revisions diff 2025-10-15 2024-07-15 --requests")).stdout).toBe(
      [
        "2 of 3 calls that succeeded would break with 2024-07-15",
        "  GET /api/profiles?include=lists",
        "      get_profiles does not take the parameter 'include'.",
        "  GET /api/push-tokens",
        "      get_push_tokens does not exist in 2024-07-15",
        "",
      ].join("\n"),
    );
    expect((await cli("revisions diff 2025-10-15 2026-01-15 --requests")).stdout).toMatch(
      /^1 of 3/,
    );
  });

  it("are compared by the bodies of a run's calls", async () => {
    const { cli, ask } = await driven();
    const body = { data: { type: "profile", attributes: { email: "a@b.co", locale: "en-GB" } } };
    await ask("/api/profiles", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect((await cli("revisions diff 2026-07-15 2024-05-15 --requests")).stdout).toBe(
      [
        "1 of 1 calls that succeeded would break with 2024-05-15",
        "  POST /api/profiles",
        "      /data/attributes/locale: 'locale' is not a valid field in revision 2024-05-15.",
        "",
      ].join("\n"),
    );
  });

  it.each([
    ["revisions retire 2025-10-16", "no revision 2025-10-16; did you mean 2025-10-15?"],
    ["revisions retire 2025-10-15 --at soon", "at: expected an offset"],
    ["revisions default some", "missing: expected 'refuse'"],
    ["revisions patch 2025-10-15 --resource profile", "expected something to rename"],
  ])("%s is refused in one line", async (line, told) => {
    const { cli } = await driven();
    const { code, stdout, stderr } = await cli(line);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^service-emulator: [^\n]+\n$/);
    expect(stderr).toContain(told);
  });
});
