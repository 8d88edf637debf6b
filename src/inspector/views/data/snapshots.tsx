import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { CollectionDifference } from "../../client/stored.ts";
import { commandOf } from "../../client/commands.ts";
import { ActButton } from "../../parts/act-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { counted, dayTime } from "../../parts/time.ts";
import { useLoaded } from "../../parts/use-loaded.ts";
import { useCommand, usePage } from "../../parts/use-page.ts";

/** As many ids are shown of each kind of change. */
const idsMax = 50;

/** Named states, and what differs between two of them. */
export function Snapshots({ tabs }: { tabs: ComponentChildren }) {
  const { store, ui } = usePage();
  const [name, setName] = useState("");
  const [from, setFrom] = useState("seeded");
  const [to, setTo] = useState("now");
  const { value: snapshots = [] } = useLoaded(
    () => store.control.snapshots(),
    [store.renewed.value],
  );
  useCommand(commandOf("state", "diff", from, ...(to === "now" ? [] : [to])));
  const names = ["seeded", ...snapshots.map((each) => each.name)];
  const take = {
    command: commandOf("state", "snapshot", name || "before"),
    run: () => store.control.takeSnapshot(name),
    done: `Took ${name}.`,
  };
  return (
    <div class="two wide">
      <section class="col" aria-label="Difference">
        <div class="filter">
          {tabs}
          <Choice label="from" value={from} names={names} choose={setFrom} />
          <Choice label="to" value={to} names={[...names, "now"]} choose={setTo} />
        </div>
        <Differences from={from} to={to} />
      </section>
      <aside class="side" aria-label="Snapshots">
        <form
          class="sect"
          onSubmit={(event) => {
            event.preventDefault();
            void ui.perform(take).then((isDone) => isDone && setName(""));
          }}
        >
          <h2>Take a snapshot</h2>
          <div class="row2 pad">
            <label class="grow">
              <span class="sr">Name</span>
              <input
                class="field"
                value={name}
                placeholder="before"
                onInput={({ currentTarget }) => setName(currentTarget.value)}
              />
            </label>
            <button type="submit" class="btn main-act" disabled={name === ""} title={take.command}>
              Take
            </button>
          </div>
        </form>
        {snapshots.map((snapshot) => (
          <section class="sect" key={snapshot.name}>
            <h3>
              <bdi class="mono">{snapshot.name}</bdi> {dayTime(Date.parse(snapshot.takenAt))}
            </h3>
            <div class="row2">
              <ActButton
                isSmall
                act={{
                  command: commandOf("state", "restore", snapshot.name),
                  run: () => store.control.restoreSnapshot(snapshot.name),
                  done: `The data of ${snapshot.name} are back.`,
                }}
              >
                Restore
              </ActButton>
              <ActButton
                isSmall
                act={{
                  command: commandOf("state", "rm", snapshot.name),
                  run: () => store.control.removeSnapshot(snapshot.name),
                  done: `Removed ${snapshot.name}.`,
                }}
              >
                Remove
              </ActButton>
            </div>
          </section>
        ))}
      </aside>
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly names: readonly string[];
  readonly choose: (name: string) => void;
}

const Choice = ({ label, value, names, choose }: ChoiceProps) => (
  <label class="row2">
    <span class="soft">{label}</span>
    <select
      class="field"
      value={value}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  </label>
);

function Differences({ from, to }: { from: string; to: string }) {
  const { store } = usePage();
  const { value, problem } = useLoaded(
    () => store.control.difference(from, to),
    [from, to, store.renewed.value],
  );
  if (problem !== "") return <p class="sect bad">{problem}</p>;
  if (value === undefined) return null;
  const found = Object.entries(value).flatMap(([account, collections]) =>
    Object.entries(collections).map(([collection, difference]) => ({
      account,
      collection,
      difference,
    })),
  );
  if (found.length === 0)
    return (
      <div class="empty">
        <b>Nothing differs</b>
        <p>
          {from} and {to} have the same records.
        </p>
      </div>
    );
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="What differs">
      {found.map(({ account, collection, difference }) => (
        <CollectionChange
          key={account + collection}
          name={collection}
          account={account}
          difference={difference}
        />
      ))}
    </div>
  );
}

function CollectionChange({
  name,
  account,
  difference,
}: {
  name: string;
  account: string;
  difference: CollectionDifference;
}) {
  const { counts, added, removed, changed } = difference;
  const ids = (records: readonly unknown[]): string[] =>
    records.slice(0, idsMax).map((record) => {
      const { id } = record as { id?: unknown };
      return typeof id === "string" ? id : JSON.stringify(record).slice(0, 80);
    });
  return (
    <details class="sect">
      <summary>
        <b class="mono">{name}</b> <span>{account}</span>{" "}
        {counts.added > 0 && <span class="ok">+{counts.added} added </span>}
        {counts.removed > 0 && <span class="bad">−{counts.removed} removed </span>}
        {counts.changed > 0 && <span class="wait">{counts.changed} changed</span>}
      </summary>
      <ul class="changes mono">
        {ids(added).map((id) => (
          <li class="add" key={`+${id}`}>
            + <bdi>{id}</bdi>
          </li>
        ))}
        {ids(removed).map((id) => (
          <li class="del" key={`-${id}`}>
            − <bdi>{id}</bdi>
          </li>
        ))}
        {ids(changed).map((id) => (
          <li key={`~${id}`}>
            <Icon name="pen" /> <bdi>{id}</bdi>
          </li>
        ))}
      </ul>
      {Math.max(counts.added, counts.removed, counts.changed) > idsMax && (
        <p class="soft">The first {counted(idsMax, "record")} of each.</p>
      )}
    </details>
  );
}
