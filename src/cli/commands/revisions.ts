import type { Command } from "commander";
import { controlled } from "../options/controlled.ts";
import { readPair, readText } from "../options/values.ts";

/** `revisions`, as it is declared: what it does is loaded when it runs. */
export function addRevisions(program: Command): void {
  const revisions = program.command("revisions").description("deprecate, retire and change them");
  const load = () => import("../actions/revisions.ts");
  const one = (name: string, description: string) =>
    controlled(revisions, name, description).argument("<revision>", "such as 2026-07-15");
  controlled(revisions, "list", "which are served, and how", { isDefault: true }).action(
    async (values) => (await import("../actions/lists.ts")).lists.revisions(values),
  );
  controlled(revisions, "diff", "what changes for a client from one to another")
    .argument("<from>", "such as 2024-10-15")
    .argument("<to>", "such as 2026-07-15")
    .option("--requests", "instead, which calls that an emulator has answered would break")
    .action(async (from, to, values) =>
      (await import("../actions/revisions-diff.ts")).diffRevisions(from, to, values),
    );
  one("deprecate", "announce its end, in headers")
    .option("--at <when>", "from then on: a datetime, or an offset such as +30s")
    .option("--sunset <when>", "when it is to end")
    .action(async (revision, { at, sunset, ...values }) =>
      (await load()).changeRevision(revision, { status: "deprecated", at, sunset }, values),
    );
  one("retire", "serve it no longer: 410")
    .option("--at <when>", "from then on: a datetime, or an offset such as +30s")
    .option("--forward", "the next one answers in its place")
    .action(async (revision, { at, forward, ...values }) =>
      (await load()).changeRevision(
        revision,
        { status: "retired", at, whenRetired: forward ? "forward" : "gone" },
        values,
      ),
    );
  one("restore", "serve it as before")
    .option("--at <when>", "from then on: a datetime, or an offset such as +30s")
    .action(async (revision, { at, ...values }) =>
      (await load()).changeRevision(revision, { status: "active", at }, values),
    );
  one("add", "bring a new one, like the one before it").action(async (revision, values) =>
    (await load()).addRevision(revision, values),
  );
  one("patch", "change answers, from this revision on")
    .option("--operation <id>", "the records of this operation's answers", readText)
    .option("--resource <type>", "the resource objects of this type", readText)
    .option("--rename <path=name>", "repeatable", readPair)
    .option("--remove <path>", "repeatable", collect)
    .option("--add <path=json>", "repeatable", readPair)
    .option("--retype <path=type>", "string, number, boolean, list, object, null, unix", readPair)
    .action(async (revision, values) => (await load()).patchRevision(revision, values));
  controlled(revisions, "default", "what a request without a revision gets")
    .argument("<missing>", "refuse, oldest or newest")
    .action(async (missing, values) => (await load()).setDefault(missing, values));
  controlled(revisions, "clear", "put them back as they were").action(async (values) =>
    (await load()).clearRevisions(values),
  );
}

const collect = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  text,
];
