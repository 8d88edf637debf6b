import { type ConfirmationView, type ConfirmedView, sentTo } from "../../control/acts/messages.ts";
import type { WholeDeliveryView } from "../../control/messages/delivery-view.ts";
import { type LinkAct, meantLink } from "../../control/messages/meant.ts";
import type { WholeMessageView } from "../../control/messages/message-view.ts";
import type { LintInput } from "../../control/messages/templates.ts";
import type { Finding } from "../../domain/messages/findings.ts";
import { ControlError } from "../../emulation/problem.ts";
import { type InputError, readInput } from "../../seeding/input/input-file.ts";
import type { Told } from "../options/start-options.ts";
import { callControl, type ControlValues, narrowed, visit } from "../process/control-client.ts";
import { Refusal } from "../process/control-refusal.ts";
import { Failure, print, printWhole, terminal } from "../terminal/terminal.ts";
import { printable } from "../terminal/texts.ts";

/** By its id, or by the address, of which the latest is meant. */
async function clickConfirmation(who: string, values: ControlValues): Promise<void> {
  const found = who.includes("@")
    ? (await callControl<ConfirmationView[]>(values, "GET", "confirmations")).findLast(
        ({ email }) => email?.toLowerCase() === who.toLowerCase(),
      )
    : { id: who };
  if (found === undefined) throw new Failure(`nothing waits for a click of ${who}`, 2);
  const path = `confirmations/${encodeURIComponent(found.id)}`;
  const clicked = await callControl<ConfirmedView>(values, "POST", path);
  print(values.json, clicked, (done) => `${sentTo(done)} is subscribed to ${done.list}.`);
}

export const confirmations = { does: { click: clickConfirmation } };

function callText({ id, state, attempt, attempts, call }: WholeDeliveryView): string {
  const { at, status, error } = attempts[(attempt ?? 0) - 1] ?? {};
  const came = error ?? status ?? "no response yet";
  const tried =
    attempt === null
      ? "no attempt yet"
      : `attempt ${attempt} of ${attempts.length}, ${at}, ${came}`;
  const head = `Delivery ${id}, ${state}: ${tried}`;
  if (call === null) return `${head}\nNo call is known of it.`;
  const headers = Object.entries(call.headers).map(([name, value]) => `${name}: ${value}`);
  return [head, "", `POST ${call.url}`, ...headers, "", call.body].map(printable).join("\n");
}

export const deliveries = { says: { show: callText } };

const messageOf = (values: ControlValues, id: string): Promise<WholeMessageView> =>
  callControl(values, "GET", `outbox/${encodeURIComponent(id)}`);

async function showMessage(
  id: string,
  { html: isHtml, ...values }: ControlValues & { readonly html?: boolean },
): Promise<void> {
  const message = await messageOf(values, id);
  if (!isHtml) return printWhole(values.json, message, messageText);
  if (message.html === null) throw new Failure(`message ${message.id} has no HTML`, 2);
  printWhole(values.json, message.html, (html) => html);
}

function messageText(message: WholeMessageView): string {
  const { id, channel, status, at, from, fromLabel, links, text, html, findings } = message;
  const heads = {
    Message: `${id}, ${channel}, ${status}, ${at}`,
    From: fromLabel === null ? from : `${fromLabel} <${from ?? ""}>`,
    To: message.to ?? "a deleted profile",
    Cc: message.cc,
    Bcc: message.bcc,
    Campaign: message.name,
    Subject: message.subject,
  };
  const clicks = links.filter(({ kind }) => kind === "click");
  const others = links.filter(({ kind }) => kind !== "click");
  return [
    ...Object.entries(heads).flatMap(([head, value]) =>
      value === null ? [] : [`${head}: ${value}`],
    ),
    "",
    text ?? html ?? "",
    ...(findings.length === 0 ? [] : ["", "Findings:"]),
    ...findings.map((each) => `  ${findingLine(each)}`),
    ...(links.length === 0 ? [] : ["", "Links:"]),
    ...clicks.map(({ target, url }, index) => `  ${index + 1} ${target}\n    ${url}`),
    ...others.map(({ kind, url }) => `  ${kind}\n    ${url}`),
  ].join("\n");
}

const kinds = { refused: "", missing: "missing: ", untracked: "clicks not counted: " } as const;

/** What was found in a template, as compilers say it. @param file where it stands. Default: its part */
const findingLine = ({ part, kind, what, line, column }: Finding, file = part): string =>
  `${file}:${line}:${column} ${kinds[kind]}${what}`;

interface ClickValues extends ControlValues, Told<"open" | "unsubscribe", boolean> {
  readonly link?: number;
}

/** By the link itself, as its person would. */
async function clickMessage(id: string, values: ClickValues): Promise<void> {
  const act: LinkAct = values.open ? "open" : values.unsubscribe ? "unsubscribe" : "click";
  const message = await messageOf(values, id);
  const { url, target } = linkOf(message, act, values.link);
  await visit(values, url);
  const after = await messageOf(values, message.id);
  const did = { click: `Clicked ${target}`, open: "Opened", unsubscribe: "Unsubscribed by" }[act];
  const what = act === "click" ? "of message" : "message";
  print(values.json, after, (one) => `${did} ${what} ${one.id} to ${one.to}.`);
}

function linkOf(...[message, act, link]: Parameters<typeof meantLink>) {
  try {
    return meantLink(message, act, link);
  } catch (error) {
    throw error instanceof ControlError ? new Failure(error.message, 2) : error;
  }
}

export const outbox = { does: { show: showMessage, click: clickMessage } };

/** Mail programs cut a mail off at a quarter of this. */
const bytesMax = 450_000;

async function lint(
  source: string,
  values: ControlValues & Told<"profile" | "account", string>,
): Promise<void> {
  const text = await textOf(source);
  const { json, account, profile } = values;
  const body = { ...inputOf(source, text), profile };
  const path = narrowed("templates/lint", { account });
  const found = await callControl<{ findings: Finding[] }>(values, "POST", path, body).catch(
    (error: unknown) => {
      if (!(error instanceof Refusal) || body.definition === undefined) throw error;
      throw new Failure(`${source}: ${error.path}: ${error.what}`, 2);
    },
  );
  const file = text === undefined ? undefined : source;
  print(json, found, ({ findings }) =>
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

function inputOf(source: string, text: string | undefined): LintInput {
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

export const templates = { does: { lint } };
