import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { SnapshotDiff } from "../../../emulation/snapshot-diff.ts";
import { commandOf } from "../../client/commands.ts";
import { ActButton, Icon } from "../../parts/signs.tsx";
import { Choice, Form, TextField } from "../../parts/fields.tsx";
import { Empty, Scroll, Sect, Trouble } from "../../parts/layout.tsx";
import { useCall, useCommand, usePage } from "../../parts/page.ts";
import { counted, dayTime } from "../../parts/time.ts";

const resets = [
  ["everything"],
  ["data", "state"],
  ["limits", "limits"],
  ["faults", "faults"],
  ["journal", "journal"],
] as const;

const idsMax = 50;

export function Snapshots({ tabs }: { tabs: ComponentChildren }) {
  const { store, ui } = usePage();
  const { control } = store;
  const account = store.account.value;
  const [name, setName] = useState("");
  const [from, setFrom] = useState("seeded");
  const [to, setTo] = useState("now");
  const { value: { snapshots } = { snapshots: [] } } = useCall("GET /snapshots");
  useCommand("state", "diff", from, ...(to === "now" ? [] : [to]));
  const nameField = { value: name, placeholder: "before", change: setName };
  const names = ["seeded", ...snapshots.map((each) => each.name)];
  const take = {
    command: commandOf("state", "snapshot", name || "before"),
    run: async () => {
      await control.call("POST /snapshots", {}, { name });
      setName("");
    },
    done: `Took ${name}.`,
  };
  const reset = (text: string, only: readonly string[]) => ({
    command: commandOf("reset", ...(only.length > 0 ? ["--only", only.join()] : [])),
    run: () => control.call("POST /reset", { account }, only.length > 0 ? { only } : {}),
    done: `Reset: ${text}.`,
  });
  const restore = (of: string) => ({
    command: commandOf("state", "restore", of),
    run: () => control.call("POST /snapshots/{name}/restore", { name: of }),
    done: `The data of ${of} are back.`,
  });
  const remove = (of: string) => ({
    command: commandOf("state", "rm", of),
    run: () => control.call("DELETE /snapshots/{name}", { name: of }),
    done: `Removed ${of}.`,
  });
  return (
    <div class="two">
      <section class="col" aria-label="Difference">
        <div class="filter">
          {tabs}
          <span class="soft">from</span>
          <Choice isBare label="from" names={names} value={from} change={setFrom} />
          <span class="soft">to</span>
          <Choice isBare label="to" names={[...names, "now"]} value={to} change={setTo} />
        </div>
        <Differences from={from} to={to} />
      </section>
      <aside class="side" aria-label="Snapshots">
        <Form class="sect" submit={() => ui.perform(take)}>
          <h2>Take a snapshot</h2>
          <div class="row2 pad">
            <TextField class="grow" isBare label="Name" {...nameField} />
            <button type="submit" class="btn main-act" disabled={name === ""} title={take.command}>
              Take
            </button>
          </div>
        </Form>
        <Sect title="Reset">
          <div class="row2 wraps">
            {resets.map(([text, ...only]) => (
              <ActButton key={text} isSmall act={reset(text, only)} text={text} />
            ))}
          </div>
        </Sect>
        {snapshots.map(({ name: of, takenAt }) => (
          <section class="sect" key={of}>
            <h3>
              <bdi class="mono">{of}</bdi> {dayTime(Date.parse(takenAt))}
            </h3>
            <div class="row2">
              <ActButton isSmall act={restore(of)} text="Restore" />
              <ActButton isSmall act={remove(of)} text="Remove" />
            </div>
          </section>
        ))}
      </aside>
    </div>
  );
}

function Differences({ from, to }: { from: string; to: string }) {
  const { value, problem } = useCall("GET /snapshots/{from}/diff/{to}", { from, to });
  if (problem !== "") return <Trouble problem={problem} />;
  if (value === undefined) return null;
  const found = Object.entries(value).flatMap(([account, collections]) =>
    Object.entries(collections).map(([name, difference]) => (
      <CollectionChange key={account + name} name={name} account={account} of={difference} />
    )),
  );
  return found.length > 0 ? (
    <Scroll label="What differs">{found}</Scroll>
  ) : (
    <Empty title="Nothing differs" says={`${from} and ${to} have the same records.`} />
  );
}

const kinds = [
  ["added", "ok", "+"],
  ["removed", "bad", "−"],
  ["changed", "wait", ""],
] as const;

const idsOf = (records: readonly unknown[]): string[] =>
  records.slice(0, idsMax).map((record) => {
    const { id } = record as { id?: unknown };
    return typeof id === "string" ? id : JSON.stringify(record).slice(0, 80);
  });

type ChangeProps = { name: string; account: string; of: SnapshotDiff[string][string] };

function CollectionChange({ name, account, of }: ChangeProps) {
  const { counts } = of;
  return (
    <details class="sect">
      <summary>
        <b class="mono">{name}</b> <span>{account}</span>{" "}
        {kinds.map(
          ([kind, tone, sign]) =>
            counts[kind] > 0 && <span class={tone}>{`${sign}${counts[kind]} ${kind} `}</span>,
        )}
      </summary>
      <ul class="changes mono">
        {kinds.map(([kind, tone, sign]) =>
          idsOf(of[kind]).map((id) => (
            <li class={sign && tone} key={kind + id}>
              {sign || <Icon name="pen" />} <bdi>{id}</bdi>
            </li>
          )),
        )}
      </ul>
      {Math.max(counts.added, counts.removed, counts.changed) > idsMax && (
        <p class="soft">The first {counted(idsMax, "record")} of each.</p>
      )}
    </details>
  );
}
