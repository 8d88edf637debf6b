import { useState } from "preact/hooks";
import type { RevisionState } from "../../../control/acts/revisions.ts";
import { jsonOr, laidOut } from "../../client/json.ts";
import { Choice, Form, TextField } from "../../parts/fields.tsx";
import { Empty, Scroll } from "../../parts/layout.tsx";
import { type Page, useCall, useCommand, usePage } from "../../parts/page.ts";
import { accountIn, send } from "../../parts/send/send.ts";
import { Badge, Icon, type Look } from "../../parts/signs.tsx";
import { changesOf, type LineChange } from "./changes.ts";

/** One response under one revision. */
interface Shown {
  readonly revision: string;
  readonly status: number;
  readonly lines: readonly string[];
}

const lookOf = (status: RevisionState["status"]): Look => {
  if (status === "active") return ["ok", "pass", status];
  return status === "retired" ? ["bad", "fail", status] : ["wait", "due", status];
};

/** Which revisions are served, and the same record under two of them. */
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
        <Form class="compare" submit={() => void page.ui.perform({ command: "", run: compare })}>
          <TextField class="grow" label="Path" value={path} isFilter change={setPath} />
          <Choice label="Under" value={old} names={names} change={setFrom} />
          <Choice label="and under" value={recent} names={names} change={setTo} />
          <button type="submit" class="btn main-act at-end">
            Compare
          </button>
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
  const text = await response.text();
  return { revision, status: response.status, lines: laidOut(jsonOr(text)).split("\n") };
}

function Compared({ before, after }: { before: Shown; after: Shown }) {
  const changes = changesOf(before.lines, after.lines);
  const differ = changes.filter(({ kind }) => kind !== "same").length;
  return (
    <Scroll label="Both responses">
      <p class="sect">
        {differ === 0 ? (
          <>
            <Icon name="pass" className="ok" /> Both say the same.
          </>
        ) : (
          `${differ} lines differ.`
        )}
      </p>
      <div class="both">
        <Side shown={before} changes={changes.filter(({ kind }) => kind !== "added")} />
        <Side shown={after} changes={changes.filter(({ kind }) => kind !== "removed")} />
      </div>
    </Scroll>
  );
}

function Side({ shown, changes }: { shown: Shown; changes: readonly LineChange[] }) {
  const classes = { same: "", added: "ok", removed: "bad" } as const;
  const signs = { same: "  ", added: "+ ", removed: "− " } as const;
  return (
    <section>
      <h3 class="mono">
        {shown.revision} <span class="soft">{shown.status}</span>
      </h3>
      <pre class="body" tabIndex={0} aria-label={`Under ${shown.revision}`}>
        {changes.map(({ kind, text }, index) => (
          <span class={`line ${classes[kind]}`} key={index}>
            {signs[kind]}
            {text}
            {"\n"}
          </span>
        ))}
      </pre>
    </section>
  );
}
