/** An OpenAPI document with an example for each answer, for peers that answer by one. @param {readonly object[]} documents */
export function described(documents) {
  /** @param {unknown} example */
  const json = (example) => ({
    description: "ok",
    content: { "application/json": { schema: { type: "object" }, example } },
  });
  const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
  return {
    openapi: "3.0.3",
    info: { title: "Profiles", version: "1" },
    paths: {
      "/profiles": { get: { responses: { 200: json({ data: documents.slice(0, 20) }) } } },
      "/profiles/{id}": { get: { parameters: [id], responses: { 200: json(documents[0]) } } },
      "/events": {
        post: {
          requestBody: { content: { "application/json": { schema: { type: "object" } } } },
          responses: { 202: json({}) },
        },
      },
    },
  };
}
