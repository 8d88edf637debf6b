import type { Entry, Raw } from "../../src/world/journal/entry.ts";
import { Redaction } from "../../src/world/journal/redact.ts";

/** What a face would tell the journal of an exchange. */
export const entry = (id: string, changes: Partial<Entry> = {}): Entry => ({
  id,
  arrivedReal: 0,
  arrivedWorld: 0,
  pace: 1,
  method: "GET",
  target: "/",
  operation: "get_events",
  account: "A",
  key: "full",
  app: null,
  status: 200,
  stage: "handle",
  testId: null,
  sentBy: "client",
  revision: null,
  retryAfter: null,
  lostStatus: null,
  faults: [],
  injected: [],
  connection: null,
  repeats: null,
  hint: null,
  durationMs: 1,
  endedWorld: 1,
  left: false,
  bodyBytes: 0,
  written: [],
  ...changes,
});

export const raw = (changes: Partial<Raw> = {}): Raw => ({
  headers: {},
  body: new Uint8Array(),
  answered: {},
  profiles: { ids: [], emails: [] },
  redaction: new Redaction(),
  ...changes,
});
