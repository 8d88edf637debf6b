import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { readPair, readText } from "../options/values.ts";

/** `revisions`, as it is declared: what it does is loaded when it runs. */
export function addRevisions(program: Command): void {
  const revisions = program
    .command("revisions")
    .description("List, deprecate, retire and change revisions");
  const load = () => import("../actions/revisions.ts");
  const one = (name: string, description: string) =>
    controlled(revisions, name, description).argument("<revision>", "Revision, such as 2026-07-15");
  controlled(revisions, "list", "List the revisions and their status", { isDefault: true }).action(
    async (values) => (await import("../actions/lists.ts")).lists.revisions(values),
  );
  controlled(revisions, "diff", "Show what changes for a client between two revisions")
    .argument("<from>", "Revision, such as 2024-10-15")
    .argument("<to>", "Revision, such as 2026-07-15")
    .option("--requests", "List the recorded calls that would break")
    .action(async (from, to, values) =>
      (await import("../actions/revisions-diff.ts")).diffRevisions(from, to, values),
    );
  one("deprecate", "announce its end, in headers")
    .option("--at <when>", "Start at this time: a datetime, or an offset such as +30s")
    .option("--sunset <when>", "Announce the end at this time")
    .action(async (revision, { at, sunset, ...values }) =>
      (await load()).changeRevision(revision, { status: "deprecated", at, sunset }, values),
    );
  one("retire", "serve it no longer: 410")
    .option("--at <when>", "Start at this time: a datetime, or an offset such as +30s")
    .option("--forward", "Serve its requests with the next revision")
    .action(async (revision, { at, forward, ...values }) =>
      (await load()).changeRevision(
        revision,
        { status: "retired", at, whenRetired: forward ? "forward" : "gone" },
        values,
      ),
    );
  one("restore", "serve it as before")
    .option("--at <when>", "Start at this time: a datetime, or an offset such as +30s")
    .action(async (revision, { at, ...values }) =>
      (await load()).changeRevision(revision, { status: "active", at }, values),
    );
  one("add", "bring a new one, like the one before it").action(async (revision, values) =>
    (await load()).addRevision(revision, values),
  );
  one("patch", "change answers, from this revision on")
    .option("--operation <id>", "Change the records in responses of this operation", readText)
    .option("--resource <type>", "Change resources of this type", readText)
    .option("--rename <path=name>", "Repeatable", readPair)
    .option("--remove <path>", "Repeatable", collect)
    .option("--add <path=json>", "Repeatable", readPair)
    .option(
      "--retype <path=type>",
      "Type: string, number, boolean, list, object, null, unix; repeatable",
      readPair,
    )
    .action(async (revision, values) => (await load()).patchRevision(revision, values));
  controlled(revisions, "default", "Set what a request without a revision gets")
    .argument("<missing>", "refuse, oldest or newest")
    .action(async (missing, values) => (await load()).setDefault(missing, values));
  controlled(revisions, "clear", "Undo all changes to revisions").action(async (values) =>
    (await load()).clearRevisions(values),
  );
}

const collect = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  text,
];
