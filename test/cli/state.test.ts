import { expect, it } from "vitest";
import { newProfile } from "../support/bodies.ts";
import { listening } from "../support/cli.ts";

it("state keeps what is stored by name, shows it, compares it and puts it back", async () => {
  const { ask, emulator, ...running } = await listening();
  const cli = async (...args: string[]) => (await running.cli(...args)).stdout;
  const create = (email: string) =>
    ask("/api/profiles", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(newProfile({ email })),
    });
  await create("ada@example.com");
  expect(await cli("state", "snapshot", "one")).toBe("one is kept.\n");
  await create("bob@example.com");
  expect(await cli("state", "show")).toMatch(/^profiles +2$/m);
  const shown = await cli(
    "state",
    "show",
    "profiles",
    "--filter",
    'equals(email,"bob@example.com")',
  );
  expect(shown).toMatch(/^\{.*"email":"bob@example.com".*\}\n1 of 2\n$/);
  expect(await cli("state", "diff", "one")).toMatch(
    /^\w+ profiles: 1 added, 0 removed, 0 changed\n {2}\+ \{.*bob@example\.com/,
  );
  expect(await cli("state", "restore", "one")).toBe("The state is that of one again.\n");
  expect(await cli("state", "diff", "one", "now")).toBe("Nothing changed.\n");
  expect(await cli("state", "list")).toMatch(/^one +\S+ +1 +0$/m);
  expect(await cli("state", "rm", "one")).toBe("one is removed.\n");
  expect(await cli("state", "list")).toBe("There is no snapshot.\n");
  await cli("state", "snapshot", "two");
  const account = emulator.companyId;
  expect(await cli("state", "restore", "two", "--account", account)).toContain("of two again");
  expect(await cli("state", "diff", "seeded", "two", "--account", account)).toContain("1 added");
  expect(await cli("reset", "--all")).toBe("The seeded world is back.\n");
  expect(await cli("state", "list")).toBe("There is no snapshot.\n");
  await cli("state", "reset");
  expect(await cli("state", "show")).not.toMatch(/^profiles +1$/m);
});

it("limits and clock take what the control API takes", async () => {
  const { emulator, ...running } = await listening({ frozenAt: "2026-07-20T12:00:00Z" });
  const cli = async (line: string) => (await running.cli(...line.split(" "))).stdout;
  expect(await cli("limits set create-event --burst 1 --steady 5")).toBe(
    "Rate limits are as the service has them. But create_event: burst 1, steady 5.\n",
  );
  expect(await cli("limits set M --steady 7")).toContain("M: steady 7; create_event: burst 1");
  expect(await cli("limits set M --default")).not.toContain("M:");
  expect(await cli("clock accelerate x60")).toMatch(/running 60 times as fast/);
  expect(await cli("clock set 2026-09-01")).toMatch(/^2026-09-01T00:00.*60 times/);
  const account = `--account ${emulator.companyId}`;
  expect(await cli(`clock freeze 2026-10-01 ${account}`)).toMatch(/a clock of its own\n$/);
  expect(await cli(`clock share ${account}`)).toMatch(/the emulator's clock\n$/);
});
