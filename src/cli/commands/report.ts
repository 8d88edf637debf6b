import { type Command, Option } from "commander";
import { formatNames } from "../../report/names.ts";
import { controlled } from "../options/controlled.ts";
import { judging } from "../options/report-options.ts";
import { readTexts } from "../options/values.ts";

/** `report`, as it is declared: what it does is loaded when it runs. */
export function addReport(program: Command): void {
  judging(
    controlled(program, "report", "what the client did, judged: retries, waits, doubled writes"),
  )
    .option("--account <id>", "only what was asked of this account")
    .option("--running", "the client goes on: do not hold against it what it has not done yet")
    .addOption(
      new Option("--format <name>", "what is printed (default: text)").choices([
        "text",
        ...formatNames,
      ]),
    )
    .option(
      "--output <path>",
      "write it to this file instead: .html, .md, .xml or .json; repeatable",
      readTexts,
    )
    .action(async (values) => (await import("../actions/report.ts")).report(values));
}
