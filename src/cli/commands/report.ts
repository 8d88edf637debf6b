import { type Command, Option } from "commander";
import { formatNames } from "../../report/names.ts";
import { controlled } from "../options/controlled.ts";
import { judging } from "../options/report-options.ts";
import { readTexts } from "../options/values.ts";

/** `report`, as it is declared: what it does is loaded when it runs. */
export function addReport(program: Command): void {
  judging(
    controlled(program, "report", "Grade what the client did: retries, waits, duplicate writes"),
  )
    .option("--account <id>", "Grade only requests to this account")
    .option("--running", "Don't count pending retries as failures, while the client still runs")
    .addOption(
      new Option("--format <name>", "Print in this format")
        .default(undefined, "text")
        .choices(["text", ...formatNames]),
    )
    .option(
      "--output <path>",
      "Write the report to this .html, .md, .xml or .json file; repeatable",
      readTexts,
    )
    .option("--force", "Overwrite files that another program wrote")
    .action(async (values) => (await import("../actions/report.ts")).report(values));
}
