import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { commandOf } from "../../client/commands.ts";
import { Icon } from "../../parts/icon.tsx";
import { Body } from "../../parts/json.tsx";
import { dayTime } from "../../parts/time.ts";
import { useLoaded } from "../../parts/use-loaded.ts";
import { useCommand, useKeys, usePage } from "../../parts/use-page.ts";

/** As many records are listed. */
const shownMax = 200;

type StoredRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** Members that hold instants. */
const isInstant = (name: string, value: unknown): value is number =>
  typeof value === "number" &&
  value > 1e11 &&
  /^(created|updated|at|due|joined|time)$|At$/.test(name);

const text = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);

const cellOf = (name: string, value: unknown): string =>
  isInstant(name, value) ? dayTime(value) : text(value).slice(0, 200);

/** Members that say most of a record, as far as it has them. */
const telling = ["name", "email", "status", "kind", "metric", "profile", "created", "updated"];

const columnsOf = (records: readonly StoredRecord[]): string[] => {
  const [first] = records;
  if (first === undefined) return [];
  const own = Object.keys(first).filter((name) => name !== "id" && name !== "seq");
  return [
    ...telling.filter((name) => own.includes(name)),
    ...own.filter((name) => !telling.includes(name)),
  ].slice(0, 3);
};

/** Every collection that there is, by the filters of the API. */
export function Collections({ tabs }: { tabs: ComponentChildren }) {
  const { store, ui } = usePage();
  const [, , collection = "lists", id] = ui.place.value;
  const account = store.account.value;
  const [typed, setTyped] = useState("");
  const [filter, setFilter] = useState("");
  const { value: state } = useLoaded(
    () => store.control.counts(account),
    [account, store.renewed.value],
  );
  const { value, problem } = useLoaded(
    () =>
      store.control.records<StoredRecord>(collection, {
        account,
        limit: shownMax,
        ...(filter !== "" && { filter }),
      }),
    [collection, filter, account, store.renewed.value],
  );
  useCommand(
    commandOf("state", "show", collection, ...(filter === "" ? [] : ["--filter", filter])),
  );
  useKeys({
    Escape: { label: "close", isQuiet: true, run: () => ui.go("data", "collections", collection) },
  });
  const records = value?.collection === collection ? value.records : [];
  const columns = columnsOf(records);
  const chosen = records.find((record) => record.id === id);
  return (
    <div class="two even">
      <section class="col" aria-label="Records">
        <div class="filter">
          {tabs}
          <label class="box narrow">
            <span class="sr">Collection</span>
            <select
              value={collection}
              onChange={({ currentTarget }) => {
                setFilter("");
                setTyped("");
                ui.go("data", "collections", currentTarget.value);
              }}
            >
              {Object.entries(state?.counts ?? { [collection]: 0 }).map(([name, count]) => (
                <option key={name} value={name}>{`${name} ${count.toLocaleString("en")}`}</option>
              ))}
            </select>
          </label>
          <form
            class="box"
            onSubmit={(event) => {
              event.preventDefault();
              setFilter(typed);
            }}
          >
            <Icon name="find" />
            <label class="sr" for="state-filter">
              Filter, as the API has it
            </label>
            <input
              id="state-filter"
              data-filter
              value={typed}
              placeholder={'equals(name,"…")'}
              spellcheck={false}
              onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <kbd>/</kbd>
          </form>
        </div>
        {problem !== "" && (
          <p class="sect bad" role="alert">
            {problem}
          </p>
        )}
        {value !== undefined && records.length === 0 && (
          <div class="empty">
            <b>{filter === "" ? `No records in ${collection}` : "No record matches this filter"}</b>
          </div>
        )}
        {records.length > 0 && (
          <div class="scroll" tabIndex={0} role="region" aria-label={collection}>
            <table>
              <thead>
                <tr>
                  <th>id</th>
                  {columns.map((name) => (
                    <th key={name}>{name}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {records.map((record) => (
                  <tr key={record.id} class={record === chosen ? "on" : ""}>
                    <td class="mono cut most">
                      <a
                        class="acc"
                        href={`#/data/collections/${encodeURIComponent(collection)}/${encodeURIComponent(record.id)}`}
                      >
                        <bdi>{record.id}</bdi>
                      </a>
                    </td>
                    {columns.map((name) => (
                      <td class="cut most" key={name}>
                        <bdi>{cellOf(name, record[name])}</bdi>
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
            {value?.more === true && (
              <p class="sect soft">The first {shownMax}. Filter to see others.</p>
            )}
          </div>
        )}
      </section>
      <aside class="side" aria-label="Record">
        {chosen === undefined ? (
          <div class="empty">
            <b>No record is open</b>
            <p>Choose one to see all of it.</p>
          </div>
        ) : (
          <div class="sect">
            <h2 class="op">
              <bdi>{chosen.id}</bdi>
            </h2>
            <Body body={chosen} label="The record" />
          </div>
        )}
      </aside>
    </div>
  );
}
