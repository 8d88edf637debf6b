import { type LinkAct, meantLink } from "../../control/messages/meant.ts";
import type { MessageView, WholeMessageView } from "../../control/messages/message-view.ts";
import { ControlError } from "../../emulation/problem.ts";
import { callControl, type ControlValues, visit } from "../process/control-client.ts";
import { findingLine } from "../terminal/finding-line.ts";
import { Failure, print, printWhole } from "../terminal/terminal.ts";

const get = (values: ControlValues, id: string): Promise<WholeMessageView> =>
  callControl(values, "GET", `outbox/${encodeURIComponent(id)}`);

interface ShowValues extends ControlValues {
  readonly html?: boolean;
}

async function showMessage(id: string, values: ShowValues): Promise<void> {
  const message = await get(values, id);
  if (!values.html) return printWhole(values.json, message, textOf);
  if (message.html === null) throw new Failure(`message ${message.id} has no HTML`, 2);
  printWhole(values.json, message.html, (html) => html);
}

function textOf(message: WholeMessageView): string {
  const { id, channel, status, at, to, name, subject, from, fromLabel, links, text, html } =
    message;
  const { cc, bcc, findings } = message;
  const sender = fromLabel === null ? from : `${fromLabel} <${from ?? ""}>`;
  const heads: readonly (readonly [string, string | null])[] = [
    ["Message", `${id}, ${channel}, ${status}, ${at}`],
    ["From", sender],
    ["To", to ?? "a deleted profile"],
    ["Cc", cc],
    ["Bcc", bcc],
    ["Campaign", name],
    ["Subject", subject],
  ];
  const clicks = links.filter(({ kind }) => kind === "click");
  const others = links.filter(({ kind }) => kind !== "click");
  return [
    ...heads.flatMap(([head, value]) => (value === null ? [] : [`${head}: ${value}`])),
    "",
    text ?? html ?? "",
    ...(findings.length === 0 ? [] : ["", "Findings:"]),
    ...findings.map((each) => `  ${findingLine(each)}`),
    ...(links.length === 0 ? [] : ["", "Links:"]),
    ...clicks.map(({ target, url }, at_) => `  ${at_ + 1} ${target}\n    ${url}`),
    ...others.map(({ kind, url }) => `  ${kind}\n    ${url}`),
  ].join("\n");
}

interface ClickValues extends ControlValues {
  readonly link?: number;
  readonly open?: boolean;
  readonly unsubscribe?: boolean;
}

/** By the link itself, as its person would. */
async function clickMessage(id: string, values: ClickValues): Promise<void> {
  const act: LinkAct = values.open ? "open" : values.unsubscribe ? "unsubscribe" : "click";
  const message = await get(values, id);
  const { url, target } = linkOf(message, act, values.link);
  await visit(values, url);
  const after = await get(values, message.id);
  const did = { click: `Clicked ${target}`, open: "Opened", unsubscribe: "Unsubscribed by" }[act];
  const what = act === "click" ? "of message" : "message";
  print(values.json, after, (one) => `${did} ${what} ${one.id} to ${one.to}.`);
}

function linkOf(message: MessageView, act: LinkAct, link: number | undefined) {
  try {
    return meantLink(message, act, link);
  } catch (error) {
    throw error instanceof ControlError ? new Failure(error.message, 2) : error;
  }
}

export const does = { show: showMessage, click: clickMessage };
