// Printed by the program, checked by a test: UPDATE_FAULTS=1 npx vitest run test/faults/printed

/** What a fault did to a request, as the journal names it: in the words of the fault's author. */
// oxfmt-ignore
export type Injected =
  | "status"
  | "edge"
  | "body"
  | "headers"
  | "delay"
  | "reset"
  | "close"
  | "close-after-head"
  | "close-mid-body"
  | "hang"
  | "idle-close"
  | "truncate"
  | "malformed"
  | "empty"
  | "content-type"
  | "garbage"
  | "pace"
  | "page short"
  | "page empty"
  | "page repeat"
  | "page skip"
  | "page cycle"
  | "page expire"
  | "page cap"
  | "stale"
  | "ignore"
  | "late"
  | "limit burst"
  | "limit steady";
