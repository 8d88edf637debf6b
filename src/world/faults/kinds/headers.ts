import { record, string } from "../../../contract/shape.ts";
import { kind } from "../kind.ts";

/** How a message is framed is the connection's business. */
const framing = ["content-length", "transfer-encoding", "connection", "keep-alive", "upgrade"];

export const headers = kind({
  name: "headers",
  shape: record(string()),
  means: "Headers added to the response.",
  flag: "<name=value>",
  does: "Add this header to the response; repeatable",
  along: true,
  read(value, { fail }) {
    const read: Record<string, string> = {};
    for (const [name, text] of Object.entries(value)) {
      const path = `headers.${name}`;
      if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) throw fail("not the name of a header", path);
      if (!/^[\x20-\x7e\t]*$/.test(text)) throw fail("expected printable ASCII", path);
      const lower = name.toLowerCase();
      if (framing.includes(lower))
        throw fail("how a response is framed is not for headers: see connection and spoil", path);
      read[lower] = text;
    }
    return read;
  },
  leaves: { headers: "whole" },
  dress: (value, answer) => ({ ...answer, headers: { ...answer.headers, ...value } }),
});
