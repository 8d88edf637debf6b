import { describe, expect, it } from "vitest";
import { search, sectionsOfAll } from "../../src/cli/actions/docs.ts";
import { runHere } from "../support/cli.ts";

const sections = sectionsOfAll();

/** Questions as people type them, written before the search was, and the pages that answer each. */
const questions: Readonly<Record<string, string>> = {
  "port is taken": "questions",
  "no request arrived": "questions",
  "why was this refused": "questions",
  "my client waits too long": "questions",
  "it works here and fails there": "questions",
  "401 with my own scheme": "questions|clients",
  "csv file as a fixture": "questions|fixtures",
  "unknown variable ignored": "questions|running",
  "no emulator runs here": "questions",
  "vitest test with a sandbox": "in-tests|sandboxes",
  "jest or playwright": "in-tests",
  "parallel tests": "sandboxes|in-tests",
  "github workflow": "in-ci",
  "docker compose container": "in-ci",
  "https certificate": "network",
  "beyond loopback token": "network|SECURITY",
  "run in the background": "running",
  "config file": "running|options",
  "shell completion": "running",
  "lost response duplicate write": "README|situations|faults|report-card|calls",
  "retry after a 429": "README|report-card|situations|questions|clients",
  "slow response delay": "faults|situations",
  "corrupt the response body": "faults|situations",
  "proxy error 502 as html": "faults|situations",
  "write a scenario file": "scenarios",
  "find faults that break my command": "explore",
  "skip waits of a node command": "skipping-waits",
  "grade the client report card": "report-card",
  "which requests are one call": "calls",
  "fault coverage ratchet": "coverage",
  "suggested retry policy": "coverage",
  "rate limits off": "clients|state",
  "freeze the clock": "state",
  "snapshot and restore the state": "state",
  "oauth refresh token": "oauth",
  "retire a revision": "revisions|reference/revisions",
  "openapi typed client": "openapi",
  "webhook signature receiver": "receivers|webhooks",
  "eventual consistency": "consistency",
  "render a template": "templates",
  "send a campaign": "campaigns",
  "is windows supported": "platforms",
  "what is contract in a version": "versioning",
};

describe("the search of the documents", () => {
  it("is asked at least forty questions", () => {
    expect(Object.keys(questions).length).toBeGreaterThanOrEqual(40);
  });

  it.each(Object.entries(questions))("finds the right page first: %s", (question, pages) => {
    const [best] = search(sections, question);
    expect(best?.page).toMatch(new RegExp(`(?:^|/)(?:${pages})\\.md$`));
  });

  it("finds nothing where nothing fits", () => {
    expect(search(sections, "xylophone zeppelin")).toEqual([]);
  });
});

describe("docs", () => {
  it("prints the best section, and names others", async () => {
    const { code, stdout } = await runHere(["docs", "freeze", "the", "clock"]);
    expect(code).toBe(0);
    expect(stdout).toContain("(docs/guides/state.md)\n");
    expect(stdout).toContain("service-emulator clock freeze");
    expect(stdout.match(/^See also: .*\.md\)$/gm)).toHaveLength(5);
  });

  it("lists the pages without words", async () => {
    const { stdout } = await runHere(["docs"]);
    expect(stdout).toContain("guides/in-tests.md");
  });

  it("says in one line that nothing fits", async () => {
    expect(await runHere(["docs", "xylophone"])).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "service-emulator: nothing about 'xylophone'. service-emulator docs lists the pages\n",
    });
  });
});
