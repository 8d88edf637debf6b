import { wholeApi } from "../../areas/index.ts";
import { type Difference, revisionDiff } from "../../contract/revision-diff.ts";
import { livesIn, type Revision } from "../../contract/revisions.ts";
import { checkShape } from "../../jsonapi/check.ts";
import { readParameters } from "../../jsonapi/parameters.ts";
import { readQuery } from "../../jsonapi/query.ts";
import { refused } from "../../jsonapi/refusal.ts";
import type { Api } from "../../verbs/invocation.ts";
import type { Entry, EntryDetail } from "../../world/journal/entry.ts";
import { callControl, type ControlValues } from "../process/control-client.ts";
import { print } from "../terminal/print.ts";
import { readRevision } from "../options/revision.ts";
import { screenWidth } from "../terminal/terminal.ts";
import { tableOf } from "../terminal/table.ts";

/** A call of a client's that another revision would refuse. */
interface Break {
  readonly exchange: string;
  readonly call: string;
  readonly why: string;
}

/** What changes from one revision to another; with `--requests`, which calls of a run would break. */
export async function diffRevisions(
  from: string,
  to: string,
  values: ControlValues & { readonly requests?: boolean },
): Promise<void> {
  const [before, after] = [readRevision(from), readRevision(to)];
  const api = wholeApi();
  if (values.requests) return printBreaks(api, after, values);
  const differences = revisionDiff(api, before, after);
  print(values.json, { from: before, to: after, differences }, () =>
    differences.length === 0
      ? `Nothing that the rows know of changes from ${before} to ${after}.`
      : tableOf(
          [
            { head: "", cell: ({ change }: Difference) => (change === "added" ? "+" : "-") },
            { head: "WHAT", cell: ({ what }) => what },
            { head: "OF", cell: ({ of }) => of },
            { head: "NAME", cell: ({ name }) => name, elastic: true },
          ],
          differences,
          screenWidth(),
        ),
  );
}

async function printBreaks(api: Api, to: Revision, values: ControlValues): Promise<void> {
  const { requests } = await callControl<{ requests: Entry[] }>(values, "GET", "requests");
  const calls = requests.filter(({ status, lostStatus }) => (status ?? lostStatus ?? 400) < 300);
  const breaks: Break[] = [];
  for (const entry of calls) {
    const why = whyBroken(api, entry, to) ?? (await whyBodyBroken(api, entry, to, values));
    const call = `${entry.method} ${entry.target}`;
    if (why !== undefined) breaks.push({ exchange: entry.id, call, why });
  }
  const told = `${breaks.length} of ${calls.length} calls that succeeded would break with ${to}`;
  print(values.json, { to, calls: calls.length, breaks }, () =>
    [told, ...breaks.map(({ call, why }: Break) => `  ${call}\n      ${why}`)].join("\n"),
  );
}

/** What a revision would say to a call, as far as its path and query go. */
function whyBroken(api: Api, { method, target }: Entry, to: Revision): string | undefined {
  const [, path = "", query = ""] = /^([^?]*)\??(.*)$/s.exec(target) ?? [];
  const match = api.match(method, path);
  if (match.kind !== "row") return undefined;
  const operation = match.row;
  if (!livesIn(operation, to)) return `${operation.id} does not exist in ${to}`;
  const parameters = readParameters(query);
  if (refused(parameters)) return undefined;
  const asked = { operation, resources: api.resources, revision: to, path, parameters };
  const read = readQuery(asked);
  // A cursor is tied to what it was given for, which is no matter of the revision.
  if (!refused(read) || read.problems[0]?.parameter === "page[cursor]") return undefined;
  return read.problems[0]?.detail;
}

/** What a revision would say to a call's body, as far as the journal keeps it. */
async function whyBodyBroken(
  api: Api,
  { id, operation, method }: Entry,
  to: Revision,
  values: ControlValues,
): Promise<string | undefined> {
  const shape = api.operations.get(operation ?? "")?.body;
  if (shape === undefined || method === "GET") return undefined;
  const { request } = await callControl<EntryDetail>(values, "GET", `requests/${id}`);
  // What is hidden or cut off is no matter of the revision.
  if (request.truncated || typeof request.body !== "object") return undefined;
  const [problem] = checkShape(shape, request.body, to);
  return problem && `${problem.pointer}: ${problem.detail}`;
}
