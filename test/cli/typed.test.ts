import { expect, it } from "vitest";
import { listening } from "../support/cli.ts";

it.each([
  [
    "report --threshold attempsMax=1",
    "--threshold attempsMax: there is no such parameter; did you mean attemptsMax?",
  ],
  ["state show nothing", "no collection 'nothing'"],
  [
    "limits set create_event",
    "create_event: add --burst, --steady or --day, or --default to restore it",
  ],
  ["limits set create_event --burst x", "--burst: expected a whole number of at least 1, not 'x'"],
  ["limits set fast", "invalid mode 'fast': use real, off, a multiple such as x10, or"],
  ["clock set tomorrow", "at: expected an ISO 8601 datetime, not 'tomorrow'"],
  [
    "keys create ci --scopes profiles:raed",
    "--scopes: no scope 'profiles:raed'; did you mean profiles:read?",
  ],
  [
    "expect create-event --at-least x",
    "--at-least: expected a whole number of at least 0, not 'x'",
  ],
  ["faults add create-event --status 429 --match-app ''", "--match-app: "],
  [
    "faults add get-lists --page cap:0",
    "--page cap: expected a whole number of at least 1, not '0'",
  ],
  [
    "state show profiles --filter x",
    '--filter: Invalid filter at character 1: expected "(", found the end. (Write it like',
  ],
  ["state restore nope", "no snapshot 'nope'"],
])("%s is rejected by the name of what was typed, and by no other", async (line, told) => {
  const { cli } = await listening();
  const { code, stdout, stderr } = await cli(
    ...line.split(" ").map((word) => word.replace(/^''$/, "")),
  );
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr.slice("service-emulator: ".length)).toMatch(/^[^\n]+\n$/);
  expect(stderr.startsWith(`service-emulator: ${told}`)).toBe(true);
});
