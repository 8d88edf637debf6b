import { reasonOf } from "../../emulation/problem.ts";
import { jsonLine } from "../../emulation/json-lines.ts";
import { openReceiver, type Receipt } from "../process/receiver.ts";
import { Failure, writeOut } from "../terminal/terminal.ts";
import { printable } from "../terminal/texts.ts";

interface ListenValues {
  readonly port: number;
  readonly secret?: string;
  readonly forwardTo?: string;
  readonly json?: boolean;
}

/** Receives and prints deliveries until it is interrupted. */
export async function listen({ port, secret, forwardTo, json }: ListenValues): Promise<void> {
  if (forwardTo !== undefined && !/^https?:$/.test(protocolOf(forwardTo)))
    throw new Failure(`--forward-to: expected a URL such as http://127.0.0.1:3000/hooks`, 2);
  const told = (receipt: Receipt) =>
    writeOut(`${json ? jsonLine({ event: "delivery", ...receipt }) : lineOf(receipt)}\n`);
  const { url, server } = await openReceiver({ port, secret, forwardTo, told }).catch(
    (error: unknown) => {
      throw new Failure(`cannot listen on port ${port}: ${reasonOf(error)}: give --port 0`, 3);
    },
  );
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      server.close();
      server.closeAllConnections();
    });
  }
  if (json) return writeOut(`${jsonLine({ event: "ready", url })}\n`);
  const check = secret === undefined ? " Signatures are not checked without --secret." : "";
  writeOut(`Listening on ${url}: create a webhook with this endpoint_url.${check}\n`);
}

const protocolOf = (url: string): string => (URL.canParse(url) ? new URL(url).protocol : "");

/** `200  valid signature  event:service.subscribed_to_list ×2` */
function lineOf({ topics, signature, status, problem }: Receipt): string {
  const counts = new Map<string, number>();
  for (const topic of topics) counts.set(topic, (counts.get(topic) ?? 0) + 1);
  const shown = [...counts].map(([topic, count]) => (count === 1 ? topic : `${topic} ×${count}`));
  const parts = [String(status), `${signature} signature`, shown.join(", "), problem ?? ""];
  return printable(parts.filter((part) => part !== "").join("  "));
}
