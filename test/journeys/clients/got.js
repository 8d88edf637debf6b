import { got, HTTPError } from "got";
import { contentOf, wired, work } from "./workload.js";

/** got with its defaults, and who calls it takes what it throws for the end. */
await work(async (request) => {
  const { url, body, ...options } = wired(request);
  try {
    const given = /** @type {import("got").OptionsOfTextResponseBody} */ (options);
    return answerOf(await got(url, { ...given, ...(body !== undefined && { body }) }));
  } catch (error) {
    if (!(error instanceof HTTPError)) return undefined;
    const { statusCode, headers } = error.response;
    return answerOf({ statusCode, headers, body: "" });
  }
});

/** @param {{ statusCode: number, headers: Record<string, any>, body: string }} response */
function answerOf({ statusCode, headers, body }) {
  return { status: statusCode, headers, content: contentOf(body) };
}
