import { Agent, errors, request as send, RetryAgent } from "undici";
import { contentOf, wired, work } from "./workload.js";

/** undici's retry agent with its defaults, and who calls it takes what it throws for the end. */
const dispatcher = new RetryAgent(new Agent());

await work(async (request) => {
  const { url, ...options } = wired(request);
  try {
    const given = /** @type {Parameters<typeof send>[1]} */ ({ ...options, dispatcher });
    const { statusCode: status, headers, body } = await send(url, given);
    return { status, headers, content: contentOf(await body.text()) };
  } catch (error) {
    if (!(error instanceof errors.RequestRetryError)) return undefined;
    return { status: error.statusCode, headers: error.headers ?? {}, content: undefined };
  }
});
