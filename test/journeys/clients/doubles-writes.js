import { heeding, retrying, work } from "./workload.js";

/** Sends a write again without a name by which the service could know it; else it copes. */
const ask = retrying({
  // Within the same second the service takes both for one.
  wait: (attempt, answer) => (answer === undefined ? 1200 : heeding(attempt, answer)),
});

await work((request) => {
  const { unique_id: _, ...attributes } = request.body?.data.attributes ?? {};
  if (request.body === undefined) return ask(request);
  return ask({ ...request, body: { data: { ...request.body.data, attributes } } });
});
