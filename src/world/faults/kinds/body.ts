import { any } from "../../../contract/shape.ts";
import { kind } from "../kind.ts";

export const body = kind({
  name: "body",
  shape: any(),
  means: "In place of the response's body: a text as it is, anything else as JSON.",
  flag: "<text>",
  does: "Replace the response body",
  fromText(text) {
    return isJson(text) ? JSON.parse(text) : text;
  },
  along: true,
  ofBody: true,
  read: (value) => (typeof value === "string" ? value : JSON.stringify(value)),
  leaves: { body: "whole" },
  dress: (value, answer, { edge }) => ({
    ...answer,
    headers: {
      ...answer.headers,
      ...(!edge && { "content-type": isJson(value) ? "application/json" : "text/plain" }),
    },
    body: value,
  }),
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
