import ky, { HTTPError } from "ky";
import { contentOf, wired, work } from "./workload.js";

/** ky with its defaults, and who calls it takes what it throws for the end. */
await work(async (request) => {
  const { url, ...init } = wired(request);
  try {
    const response = await ky(url, /** @type {import("ky").Options} */ (init));
    return answerOf(response, await response.text());
  } catch (error) {
    return error instanceof HTTPError ? answerOf(error.response, "") : undefined;
  }
});

/** @param {Response} response @param {string} text */
function answerOf({ status, headers }, text) {
  return { status, headers: Object.fromEntries(headers), content: contentOf(text) };
}
