import type { Option } from "commander";
import { version } from "../version.ts";
import { addCompare, addGenerate, addInit, addSeed, addListen } from "./commands/fixtures.ts";
import { addRecord } from "./commands/fixtures.ts";
import { addConfig, addRunning, addStart } from "./commands/start.ts";
import { addCompletion, addDocs, addHelpCommand, addMcp } from "./commands/documents.ts";
import { addOpenApi, addRoutes, addDrift, addTruth } from "./commands/documents.ts";
import { addExam, addExec, addExpect, addReport } from "./commands/judged.ts";
import { addExplore, addUpgrade } from "./commands/explore.ts";
import { addScenario } from "./commands/scenario.ts";
import { subjects } from "./commands/subjects.ts";
import { writeOut, helpWidth, terminal } from "./terminal/terminal.ts";
import { ThrowingCommand } from "./options/usage.ts";

/** All commands, in the order of the documents. */
const every = [
  addStart,
  addConfig,
  addRoutes,
  addTruth,
  addExec,
  addExam,
  addExplore,
  addGenerate,
  addOpenApi,
  subjects.faults,
  subjects.requests,
  addExpect,
  addReport,
  subjects.clock,
  addScenario,
  subjects.revisions,
  addUpgrade,
  addDrift,
  addRecord,
  addCompare,
  subjects.state,
  subjects.confirmations,
  subjects.deliveries,
  subjects.triggers,
  subjects.outbox,
  subjects.campaigns,
  subjects.flows,
  subjects.templates,
  subjects.conversations,
  subjects.rates,
  addListen,
  subjects.keys,
  subjects.tokens,
  subjects.limits,
  subjects.settings,
  subjects.resets,
  subjects.sandboxes,
  addSeed,
  addRunning,
  addInit,
  addDocs,
  addMcp,
  addCompletion,
  addHelpCommand,
];

/** The commands that start an emulator: no start waits for the others to be declared. */
const starting = { start: addStart, exec: addExec } as const;
export type Starting = keyof typeof starting;

/** All commands with their options. What they do is loaded when they run. @param only the one that is declared */
export function createProgram(only?: Starting): ThrowingCommand {
  const program = new ThrowingCommand("service-emulator");
  program
    .description("A stateful emulator of the Customer Data Service API on localhost.")
    .usage("[start] [options]\n       service-emulator <command> [options]")
    .version(version, "-V, --version", "Print the version")
    .helpOption("-h, --help", "Print this help")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut,
      writeErr: (text) => terminal().err(text),
      getOutHelpWidth: helpWidth,
      getErrHelpWidth: helpWidth,
    })
    .configureHelp({ optionDescription, minWidthToWrap: 20 });
  for (const add of only === undefined ? every : [starting[only]]) add(program);
  return program;
}

/** Without the variables, which all are named after their options. */
function optionDescription(option: Option): string {
  const { description, argChoices, defaultValue, defaultValueDescription } = option;
  const shown = defaultValueDescription ?? defaultValue;
  const notes = [
    // `gentle, service or strict`
    argChoices?.join(", ").replace(/, (?=[^,]*$)/, " or "),
    shown === undefined ? undefined : `default: ${shown}`,
  ].filter((each) => each !== undefined);
  return notes.length === 0 ? description : `${description} (${notes.join("; ")})`;
}
