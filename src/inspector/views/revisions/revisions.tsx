import { useState } from "preact/hooks";
import type { RevisionState } from "../../../control/acts/revisions.ts";
import { jsonOr, laidOut } from "../../client/schema.ts";
import { Choice, Form, TextField } from "../../parts/fields.tsx";
import { Empty, Scroll } from "../../parts/layout.tsx";
import { type Page, useCall, useCommand, usePage } from "../../parts/page.ts";
import { accountIn, send } from "../../parts/send/send.ts";
import { Badge, Button, Icon, type Look } from "../../parts/signs.tsx";

type Shown = { revision: string; status: number; lines: string[] };

const lookOf = (status: RevisionState["status"]): Look => {
  if (status === "active") return ["ok", "pass", status];
  return status === "retired" ? ["bad", "fail", status] : ["wait", "due", status];
};

export function Revisions() {
  const page = usePage();
  const { value: { revisions } = { revisions: [] } } = useCall("GET /revisions");
  const names = revisions.map(({ revision }) => revision);
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [path, setPath] = useState("/api/profiles?page[size]=1");
  const [both, setBoth] = useState<readonly [Shown, Shown] | undefined>(undefined);
  const old = from || (names[0] ?? "");
  const recent = to || (names.at(-1) ?? "");
  useCommand("revisions", "diff", old, recent);
  const compare = async (): Promise<void> =>
    setBoth([await ask(page, path, old), await ask(page, path, recent)]);
  return (
    <div class="two">
      <section class="col" aria-label="Compare">
        <Form class="compare" submit={() => page.ui.perform({ run: compare })}>
          <TextField class="grow" label="Path" value={path} isFilter change={setPath} />
          <Choice label="Under" value={old} names={names} change={setFrom} />
          <Choice label="and under" value={recent} names={names} change={setTo} />
          <Button type="submit" class="btn main-act at-end" text="Compare" />
        </Form>
        {both === undefined ? (
          <Empty
            title="The same record under two revisions"
            says="Two requests are sent. They appear in Live, and count for the rate limits. Nothing grades them."
          />
        ) : (
          <Compared before={both[0]} after={both[1]} />
        )}
      </section>
      <aside class="side" aria-label="Revisions">
        <h2 class="sect">Revisions</h2>
        <ul>
          {revisions.toReversed().map(({ revision, status, sunset, patches }) => (
            <li class="rev" key={revision}>
              <b class="mono">{revision}</b>
              <Badge look={lookOf(status)} />
              {sunset !== null && <span class="soft">ends {sunset.slice(0, 10)}</span>}
              {patches.length > 0 && <span class="soft">{patches.length} patches</span>}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}

async function ask(page: Page, target: string, revision: string): Promise<Shown> {
  const headers = { authorization: "Service-API-Key", revision };
  const account = accountIn(page);
  const draft = { method: "GET", target, headers, body: "", key: undefined, account };
  const response = await send(page, draft);
  const lines = laidOut(jsonOr(await response.text())).split("\n");
  return { revision, status: response.status, lines };
}

function Compared({ before, after }: { before: Shown; after: Shown }) {
  const changes = changesOf(before.lines, after.lines);
  const differ = changes.filter(({ kind }) => kind !== "same").length;
  return (
    <Scroll label="Both responses">
      <p class="sect">
        {differ === 0 && <Icon name="pass" className="ok" />}
        {differ === 0 ? " Both say the same." : `${differ} lines differ.`}
      </p>
      <div class="both">
        <Side shown={before} changes={changes.filter(({ kind }) => kind !== "added")} />
        <Side shown={after} changes={changes.filter(({ kind }) => kind !== "removed")} />
      </div>
    </Scroll>
  );
}

const looks = { same: ["", "  "], added: ["ok", "+ "], removed: ["bad", "− "] } as const;

const Side = ({ shown, changes }: { shown: Shown; changes: readonly LineChange[] }) => (
  <section>
    <h3 class="mono">
      {shown.revision} <span class="soft">{shown.status}</span>
    </h3>
    <pre class="body" tabIndex={0} aria-label={`Under ${shown.revision}`}>
      {changes.map(({ kind, text }, index) => (
        <span class={`line ${looks[kind][0]}`} key={index}>
          {`${looks[kind][1]}${text}\n`}
        </span>
      ))}
    </pre>
  </section>
);

type LineChange = { readonly kind: keyof typeof looks; readonly text: string };

/** Longer than this, texts are not compared line by line: the table grows with both lengths. */
const comparedMax = 2000;

/** What differs between two texts, by their longest common lines. */
function changesOf(before: readonly string[], after: readonly string[]): LineChange[] {
  const [old, recent] = [before.slice(0, comparedMax), after.slice(0, comparedMax)];
  const width = recent.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = recent.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        old[row] === recent[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const changes: LineChange[] = [];
  for (let row = 0, column = 0; row < old.length || column < recent.length;) {
    const [gone, come] = [old[row], recent[column]];
    const isGone = come === undefined || at(row + 1, column) >= at(row, column + 1);
    const kind = gone === come ? "same" : gone !== undefined && isGone ? "removed" : "added";
    changes.push({ kind, text: (kind === "added" ? come : gone) ?? "" });
    if (kind !== "added") row += 1;
    if (kind !== "removed") column += 1;
  }
  return changes;
}
