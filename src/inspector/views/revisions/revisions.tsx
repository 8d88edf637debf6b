import { useState } from "preact/hooks";
import type { Revision } from "../../client/stored.ts";
import { commandOf } from "../../client/commands.ts";
import { askService } from "../../client/service.ts";
import { Icon } from "../../parts/icon.tsx";
import { Badge } from "../../parts/status.tsx";
import { useLoaded } from "../../parts/use-loaded.ts";
import { useCommand, usePage } from "../../parts/use-page.ts";
import { changesOf, type LineChange } from "./changes.ts";

/** One response under one revision. */
interface Shown {
  readonly revision: string;
  readonly status: number;
  readonly lines: readonly string[];
}

/** Which revisions are served, and the same record under two of them. */
export function Revisions() {
  const { store, ui } = usePage();
  const { value: revisions = [] } = useLoaded(
    () => store.control.revisions(),
    [store.renewed.value],
  );
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [path, setPath] = useState("/api/profiles?page[size]=1");
  const keys = ui.keep("keys", () => new Map<string, string>());
  const [key, setKey] = useState(keys.get("revisions") ?? "");
  const [both, setBoth] = useState<readonly [Shown, Shown] | undefined>(undefined);
  const old = from || (revisions[0]?.revision ?? "");
  const recent = to || (revisions.at(-1)?.revision ?? "");
  useCommand(commandOf("revisions", "diff", old, recent));
  const compare = async (): Promise<void> => {
    keys.set("revisions", key);
    setBoth([await ask(path, key, old), await ask(path, key, recent)]);
  };
  return (
    <div class="two">
      <section class="col" aria-label="Compare">
        <form
          class="compare"
          onSubmit={(event) => {
            event.preventDefault();
            void ui.perform({ command: "", run: compare });
          }}
        >
          <label class="grow">
            <span class="label">Path</span>
            <input
              class="field"
              value={path}
              data-filter
              onInput={({ currentTarget }) => setPath(currentTarget.value)}
            />
          </label>
          <label>
            <span class="label">Private key, kept in this page's memory</span>
            <input
              class="field"
              type="password"
              autocomplete="off"
              value={key}
              placeholder="pk_…"
              onInput={({ currentTarget }) => setKey(currentTarget.value)}
            />
          </label>
          <Choice label="Under" value={old} revisions={revisions} choose={setFrom} />
          <Choice label="and under" value={recent} revisions={revisions} choose={setTo} />
          <button type="submit" class="btn main-act at-end" disabled={key === ""}>
            Compare
          </button>
        </form>
        {both === undefined ? (
          <div class="empty">
            <b>The same record under two revisions</b>
            <p>
              Two requests are sent. They appear in Live, and count for the rate limits. Nothing
              grades them.
            </p>
          </div>
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
              <Badge
                tone={status === "active" ? "ok" : status === "retired" ? "bad" : "wait"}
                icon={status === "active" ? "pass" : status === "retired" ? "fail" : "due"}
              >
                {status}
              </Badge>
              {sunset !== null && <span class="soft">ends {sunset.slice(0, 10)}</span>}
              {patches.length > 0 && <span class="soft">{patches.length} patches</span>}
            </li>
          ))}
        </ul>
      </aside>
    </div>
  );
}

async function ask(path: string, key: string, revision: string): Promise<Shown> {
  const headers = { authorization: `Service-API-Key ${key}`, revision };
  const response = await askService(path, { headers });
  const text = await response.text();
  return { revision, status: response.status, lines: linesOf(text) };
}

function linesOf(text: string): string[] {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).split("\n").slice(0, 2000);
  } catch {
    return text.split("\n");
  }
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly revisions: readonly Revision[];
  readonly choose: (revision: string) => void;
}

const Choice = ({ label, value, revisions, choose }: ChoiceProps) => (
  <label>
    <span class="label">{label}</span>
    <select
      class="field"
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {revisions.map(({ revision }) => (
        <option key={revision}>{revision}</option>
      ))}
    </select>
  </label>
);

function Compared({ before, after }: { before: Shown; after: Shown }) {
  const changes = changesOf(before.lines, after.lines);
  const differ = changes.filter(({ kind }) => kind !== "same").length;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Both responses">
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
    </div>
  );
}

function Side({ shown, changes }: { shown: Shown; changes: readonly LineChange[] }) {
  const classes = { same: "", added: "add", removed: "del" } as const;
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
