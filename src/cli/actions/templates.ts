import type { LintInput } from "../../control/messages/templates.ts";
import type { Finding } from "../../domain/messages/findings.ts";
import { type InputError, readInput } from "../../seeding/input/input-file.ts";
import { callControl, type ControlValues } from "../process/control-client.ts";
import { Refusal } from "../process/control-refusal.ts";
import { Failure, print, terminal } from "../terminal/terminal.ts";
import { findingLine } from "../terminal/finding-line.ts";

interface LintValues extends ControlValues {
  readonly profile?: string;
  readonly account?: string;
}

/** Mail programs cut a mail off at a quarter of this. */
const bytesMax = 450_000;

async function lint(source: string, values: LintValues): Promise<void> {
  const text = await textOf(source);
  const query =
    values.account === undefined ? "" : `?account=${encodeURIComponent(values.account)}`;
  const body = { ...said(source, text), profile: values.profile };
  const found = await callControl<{ findings: Finding[] }>(
    values,
    "POST",
    `templates/lint${query}`,
    body,
  ).catch((error: unknown) => {
    if (!(error instanceof Refusal) || body.definition === undefined) throw error;
    throw new Failure(`${source}: ${error.path}: ${error.what}`, 2);
  });
  const file = text === undefined ? undefined : source;
  print(values.json, found, ({ findings }) =>
    findings.length === 0
      ? "No findings."
      : findings.map((each) => findingLine(each, file)).join("\n"),
  );
  if (found.findings.length > 0) terminal().exitCode = 1;
}

/** What is not there as a file, and is not called like one, is the id of a template. */
async function textOf(source: string): Promise<string | undefined> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readInput(source, bytesMax));
  } catch (error) {
    if (error instanceof TypeError) throw new Failure(`${source}: is no UTF-8 text`, 2);
    const { code, message } = error as InputError;
    if (code !== "ENOENT") throw new Failure(`${source}: ${message}`, 2);
    if (!/[./\\]/.test(source)) return undefined;
    throw new Failure(`${source}: there is no such file. Give a file, or a template's id`, 2);
  }
}

function said(source: string, text: string | undefined): LintInput {
  if (text === undefined) return { id: source };
  if (text.trim() === "") throw new Failure(`${source} is empty: there is nothing to check`, 2);
  if (source.endsWith(".txt")) return { text };
  if (!source.endsWith(".json")) return { html: text };
  try {
    return { definition: JSON.parse(text) as Record<string, unknown> };
  } catch {
    throw new Failure(`${source} is not JSON. Give a definition of drag and drop, or HTML`, 2);
  }
}

export const does = { lint };
