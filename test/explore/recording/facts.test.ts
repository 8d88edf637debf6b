import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { markdownTable } from "../../../src/contract/markdown-table.ts";
import type { Comparison } from "../../../src/explore/recording/comparison.ts";
import type { RecordedExchange } from "../../../src/seeding/recording/exchange.ts";
import { writers } from "../../support/cassettes.ts";
import { runHere } from "../../support/cli.ts";
import { newFolder } from "../../support/data-folder.ts";
import { root } from "../../support/pages.ts";
import { askAll, askUnknown, recordedService } from "../../support/recorded.ts";
import { asRecorded, type Fact, facts } from "../../support/recorded-facts.ts";
import { filling } from "../../support/successes.ts";

/** Why the emulator responds otherwise than it was recorded, by what differs. */
const reasons: Readonly<Record<string, string>> = {
  "shape of errors[].meta": "the service's specification has it in every error",
  "shape (the form) of data.attributes.send_strategy.datetime":
    "recorded so once; in all other responses it has whole seconds, as here",
  "shape of data.attributes.send_options.ignore_unsubscribes":
    "the recorded campaign is an email, the one here a text message",
  "shape of data.attributes.definition.profile_filter": "another flow was sent",
  "shape of data.attributes.definition.actions[].links": "another flow was sent",
  "shape of data.attributes.definition.actions[].data": "another flow was sent",
  "shape of data.attributes.definition.entry_action_id": "another flow was sent",
  "shape of data.relationships.image": "the published description has none",
  "shape (the length) of errors": "another update was sent",
  "shape of errors[].source.pointer": "another update was sent",
};

let exchanges: readonly RecordedExchange[];
const met = new Set<Fact>();

beforeAll(async () => {
  await using service = await recordedService({}, asRecorded(met));
  await askAll(service, filling, "first");
  await askAll(service, [...new Set(facts.map(({ operation }) => operation))], "second");
  const unknown = facts.filter(({ status }) => status === 404);
  await askUnknown(
    service,
    unknown.map(({ operation }) => operation),
  );
  exchanges = service.exchanges;
});

/** What the command says of them, as a cassette of this format. */
async function comparedAs(ending: string): Promise<Comparison> {
  const file = join(newFolder(), `recorded.${ending}`);
  writeFileSync(file, writers[ending]?.(exchanges) ?? "");
  const words = ["compare", "--json", "--no-assume", "--fixtures", "small", file];
  return JSON.parse((await runHere(words)).stdout) as Comparison;
}

/** What differs in shape, with the operations that have it. */
function differencesIn({ operations }: Comparison): [string, string[]][] {
  const found = new Map<string, string[]>();
  for (const { operation, differences } of operations) {
    for (const { kind, what = "", place } of differences) {
      const name = `${kind}${what && ` (${what})`} of ${place.replace(/\[\d+\]/g, "[]")}`;
      if (kind !== "value") found.set(name, [...(found.get(name) ?? []), operation]);
    }
  }
  return [...found];
}

describe("recorded responses of the service", () => {
  it.each(Object.keys(writers))("are compared by the command, as %s", async (ending) => {
    const found = differencesIn(await comparedAs(ending));
    expect(found.map(([name]) => name).sort()).toEqual(Object.keys(reasons).sort());
  });

  it("stand in the documents with what is otherwise, and why", async () => {
    const found = differencesIn(await comparedAs("har"));
    const table = markdownTable([
      ["what differs", "operations", "why"],
      ...found.map(([name, ids]) => [
        `\`${name.replace(/^shape (?:\((.*)\) )?of /, "")}\``,
        ids.length > 3 ? `${ids.length} of ${met.size}` : ids.map((id) => `\`${id}\``).join(", "),
        reasons[name] ?? "",
      ]),
    ]);
    const text = `${met.size} of ${facts.length} recorded responses were compared, each as HAR and as two kinds of cassettes.\n\n${table}`;
    const page = join(root, "docs/reference/truth.md");
    const between = /(<!-- recorded responses -->\n\n)[^]*?(\n\n<!-- \/recorded responses -->)/;
    const before = readFileSync(page, "utf8");
    const printed = before.replace(between, (_, begin: string, end: string) => begin + text + end);
    if (process.env["UPDATE_README"] === "1") writeFileSync(page, printed);
    else expect(printed).toBe(before);
  });
});
