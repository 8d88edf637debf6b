import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { H3 } from "h3";
import { FastResponse } from "srvx";
import { NodeRequest } from "srvx/node";

/** A listener of Node's http server by way of h3. `answer` answers on Node's own response. */
export function frame(answer: RequestListener): RequestListener {
  // What is malformed is for the control API to refuse, in its own words.
  const app = new H3({ allowMalformedURL: true, silent: true });
  app.use((event) => {
    const { node } = event.runtime as { node: { req: IncomingMessage; res: ServerResponse } };
    answer(node.req, node.res);
    return new FastResponse(null);
  });
  // h3's own adapter would write head and body apart, and end every response that was ended here.
  return (req, res) => void app.fetch(new NodeRequest({ req, res }));
}
