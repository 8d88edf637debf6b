import type { OutgoingHttpHeader } from "node:http";
import { usualName } from "../contract/vendor-names.ts";
import type { Reply } from "../pipeline/incoming.ts";

/** Those that answers have had so far, by their names within: the users' own faults may bring any. */
const known = new Map<string, string>();
const knownMax = 200;

function learnt(name: string): string {
  const usual = usualName(name);
  if (known.size < knownMax) known.set(name, usual);
  return usual;
}

/** The headers of an answer as they go over a socket: names and values in turn, which Node takes as they are. */
export function wireHeaders(headers: Reply["headers"]): OutgoingHttpHeader[] {
  const list: OutgoingHttpHeader[] = [];
  for (const name in headers) list.push(known.get(name) ?? learnt(name), headers[name] as string);
  return list;
}
