import { expect, it } from "vitest";
import { meantCommand } from "../../src/cli/options/meant-command.ts";
import { createProgram } from "../../src/cli/program.ts";
import { runHere } from "../support/cli.ts";

const ofOption = (flags: string, value: string) =>
  `option '${flags}' argument '${value}' is invalid.`;

it.each([
  // What may be meant.
  ["routes --aera metrics", "unknown option '--aera': did you mean --area?"],
  ["faults lits", "unknown command 'lits': did you mean list?"],
  ["strat", "unknown command 'strat': did you mean start?"],
  ["request list", "unknown command 'request': did you mean requests?"],
  // By another word for the same.
  ["sandbox delete X", "unknown command 'delete': did you mean rm?"],
  ["faults remove fault-1", "unknown command 'remove': did you mean rm?"],
  ["requests wipe", "unknown command 'wipe': did you mean clear?"],
  ["requests get x", "unknown command 'get': did you mean show?"],
  ["keys new x", "unknown command 'new': did you mean create?"],
  // What changes data only where a letter is wrong in it, never as a guess.
  ["state restor x", "unknown command 'restor': did you mean restore?"],
  ["rest", "unknown command 'rest': did you mean reset?"],
  ["sandbox rest", "unknown command 'rest': did you mean reset?"],
  ["limits rest", "unknown command 'rest': see service-emulator limits --help"],
  ["state store", "unknown command 'store': see service-emulator state --help"],
  ["revisions undo", "unknown command 'undo': see service-emulator revisions --help"],
  // By what one letter means elsewhere.
  ["-p 4010", "unknown option '-p': did you mean --port?"],
  ["exec -q -- true", "unknown option '-q': did you mean --quiet?"],
  ["routes -o x", "unknown option '-o': see service-emulator routes --help"],
  // By a word for what another command does.
  ["snapshot before", "unknown command 'snapshot': did you mean state snapshot?"],
  ["undo", "unknown command 'undo': did you mean state restore?"],
  ["operations", "unknown command 'operations': did you mean routes?"],
  ["endpoints", "unknown command 'endpoints': did you mean routes?"],
  ["webhooks list", "unknown command 'webhooks': did you mean deliveries?"],
  ["version", "unknown command 'version': did you mean --version?"],
  ["faults undo", "unknown command 'undo': see service-emulator faults --help"],
  // Else where it is told.
  ["routes --frobnicate", "unknown option '--frobnicate': see service-emulator routes --help"],
  ["faults frobnicate", "unknown command 'frobnicate': see service-emulator faults --help"],
  ["frobnicate", "unknown command 'frobnicate': see service-emulator --help"],
  ["faults rm", "missing required argument 'id': see service-emulator faults rm --help"],
  ["routes --area", "option '--area <name>' argument missing: see service-emulator routes --help"],
  [
    "generate",
    "required option '--output <path>' not specified: see service-emulator generate --help",
  ],
  // Unless the mistake says it.
  ["reset all of it", "too many arguments for 'reset'. Expected 0 arguments but got 3."],
  ["--seed one", `${ofOption("--seed <number>", "one")} Expected a whole number.`],
  [
    "--bad-key-status 402",
    `${ofOption("--bad-key-status <status>", "402")} Allowed choices are 400, 401.`,
  ],
  // The program's help shows the options of start, which no other command takes.
  [
    "state import ./saved --port 4010",
    "unknown option '--port': see service-emulator state import --help",
  ],
  [
    "requests list --status 4xx",
    `${ofOption("--status <status>", "4xx")} Expected one status, such as 429. requests list --failed has all from 400 on.`,
  ],
  // Whatever the user's words look like.
  ["faults choices", "unknown command 'choices': see service-emulator faults --help"],
  [
    "routes --Expected-choices",
    "unknown option '--Expected-choices': see service-emulator routes --help",
  ],
])("service-emulator %s is refused in one line, with what to do", async (words, line) => {
  expect(await runHere(words.split(" "))).toEqual({
    code: 2,
    stdout: "",
    stderr: `service-emulator: ${line}\n`,
  });
});

it.each([
  ["get-profiles --tims 2", "unknown option '--tims': did you mean --times?"],
  ["get-profiles --frobnicate", "unknown option '--frobnicate'"],
  ["get-profiles --times", "option '--times <number>' argument missing"],
])("exec --expect '%s' is refused in the same words", async (text, line) => {
  const { stderr } = await runHere(["exec", "--expect", text, "--", "echo", "ran"]);
  expect(stderr).toBe(`service-emulator: --expect '${text}': ${line}\n`);
});

it("no wrong command leads to another that changes data", async () => {
  const { commands } = createProgram();
  const changing = new Set(
    "reset rm clear restore import add patch retire deprecate default set stop click freeze".split(
      " ",
    ),
  );
  const words = [
    "delete",
    "detele",
    "wpie",
    "reste",
    "stat",
    "reload",
    "sets",
    "restart",
    "remote",
  ];
  const told: string[] = [];
  for (const group of commands.filter((each) => each.commands.length > 0)) {
    for (const word of words) {
      const known = group.commands.map((each) => each.name());
      const meant = meantCommand(word, known, []);
      if (meant !== undefined && changing.has(meant)) told.push(`${word}: ${meant}`);
    }
  }
  expect(new Set(told)).toEqual(new Set(["delete: rm", "sets: set"]));
});
