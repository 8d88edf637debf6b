// got, with its own retries for all methods.
import { got } from "got";
import { headers, urlOf, work } from "./work.mjs";

const methods = ["GET", "POST"];
const client = got.extend({ headers, retry: { limit: 4, methods }, timeout: { request: 5000 } });

await work(async (method, path, json) => {
  const { body } = await client(urlOf(path), { method, ...(json && { json }) });
  return body === "" ? undefined : JSON.parse(body);
});
