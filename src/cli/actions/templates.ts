import { readFile } from "node:fs/promises";
import type { LintInput } from "../../control/messages/templates.ts";
import type { Finding } from "../../domain/messages/findings.ts";
import { callControl, type ControlValues } from "../process/control-client.ts";
import { Failure } from "../terminal/failure.ts";
import { findingLine } from "../terminal/finding-line.ts";
import { print } from "../terminal/print.ts";
import { terminal } from "../terminal/terminal.ts";

interface LintValues extends ControlValues {
  readonly profile?: string;
  readonly account?: string;
}

async function lint(source: string, values: LintValues): Promise<void> {
  const text = await readFile(source, "utf8").catch(() => undefined);
  const query =
    values.account === undefined ? "" : `?account=${encodeURIComponent(values.account)}`;
  const body = { ...said(source, text), profile: values.profile };
  const found = await callControl<{ findings: Finding[] }>(
    values,
    "POST",
    `templates/lint${query}`,
    body,
  );
  const file = text === undefined ? undefined : source;
  print(values.json, found, ({ findings }) =>
    findings.length === 0
      ? "No findings."
      : findings.map((each) => findingLine(each, file)).join("\n"),
  );
  if (found.findings.length > 0) terminal().exitCode = 1;
}

/** What is not there as a file is the id of a template. */
function said(source: string, text: string | undefined): LintInput {
  if (text === undefined) return { id: source };
  if (source.endsWith(".txt")) return { text };
  if (!source.endsWith(".json")) return { html: text };
  try {
    return { definition: JSON.parse(text) as Record<string, unknown> };
  } catch {
    throw new Failure(`${source} is not JSON. Give a definition of drag and drop, or HTML`, 2);
  }
}

export const does = { lint };
