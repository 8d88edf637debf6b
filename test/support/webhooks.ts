import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export const secret = "0123456789abcdef";
const usualTopics = ["event:service.subscribed_to_list", "event:service.merged_profile"];

/** The body that creates a webhook. */
export const webhookBody = (
  attributes: Readonly<Record<string, unknown>> = {},
  topics: readonly string[] = usualTopics,
) => ({
  data: {
    type: "webhook",
    attributes: {
      name: "Shop",
      endpoint_url: "https://example.com/hooks/1",
      secret_key: secret,
      ...attributes,
    },
    relationships: {
      "webhook-topics": { data: topics.map((id) => ({ type: "webhook-topic", id })) },
    },
  },
});

/** What a receiver was sent. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly json: {
    readonly data: readonly {
      readonly external_id: string;
      readonly topic: string;
      readonly payload: { readonly data: { readonly id: string; readonly type: string } };
    }[];
    readonly meta: Readonly<Record<string, string>>;
  };
}

/** Answers a call; without one it is 200. */
type Answer = (response: ServerResponse, received: Received, count: number) => void;

/** A receiver on a port of its own, until the test ends. */
export async function receive(answer: Answer = (response) => response.end("ok")) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => {});
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      const { headers } = request;
      // A body may be cut on purpose.
      const each: Received = {
        headers,
        body,
        get json() {
          return JSON.parse(body);
        },
      };
      received.push(each);
      answer(response, each, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, port, received };
}

/** The signature as a receiver works it out. */
export const signed = (body: string, timestamp: string): string =>
  createHmac("sha256", secret).update(body).update(timestamp).digest("hex");
