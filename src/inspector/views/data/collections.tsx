import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { option } from "../../client/commands.ts";
import { Form } from "../../parts/fields.tsx";
import { Body } from "../../parts/json.tsx";
import { Empty, Go, Trouble } from "../../parts/layout.tsx";
import { useCall, useCommand, useKeys, usePage } from "../../parts/page.ts";
import { Icon } from "../../parts/signs.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { dayTime, textOf } from "../../parts/time.ts";

/** As many records are listed. */
const shownMax = 200;

type StoredRecord = Readonly<Record<string, unknown>>;

/** Members that hold instants. */
const isInstant = (name: string, value: unknown): value is number =>
  typeof value === "number" &&
  value > 1e11 &&
  /^(created|updated|at|due|joined|time)$|At$/.test(name);

const cellOf = (name: string, value: unknown): string =>
  isInstant(name, value) ? dayTime(value) : textOf(value ?? "").slice(0, 200);

/** Members that say most of a record, as far as it has them. */
const telling = ["name", "email", "status", "kind", "metric", "profile", "created", "updated"];

const columnsOf = ([first = {}]: readonly StoredRecord[]): Column<StoredRecord>[] => {
  const own = Object.keys(first).filter((name) => name !== "id" && name !== "seq");
  return [
    ...telling.filter((name) => own.includes(name)),
    ...own.filter((name) => !telling.includes(name)),
  ]
    .slice(0, 3)
    .map((name) => [name, "cut most", (record) => <bdi>{cellOf(name, record[name])}</bdi>]);
};

/** Every collection that there is, by the filters of the API. */
export function Collections({ tabs }: { tabs: ComponentChildren }) {
  const { store, ui } = usePage();
  const [, , collection = "lists", id] = ui.place.value;
  const account = store.account.value;
  const [typed, setTyped] = useState("");
  const [filter, setFilter] = useState("");
  const { value: state } = useCall("GET /state", { account });
  const { value, problem } = useCall("GET /state/{collection}", {
    collection,
    account,
    limit: shownMax,
    filter,
  });
  useCommand("state", "show", collection, ...option("--filter", filter || undefined));
  useKeys({
    Escape: { label: "close", isQuiet: true, run: () => ui.go("data", "collections", collection) },
  });
  const records = value?.collection === collection ? value.records : [];
  const chosen = records.find((record) => record["id"] === id);
  const idOf = ({ id: own }: StoredRecord) => String(own);
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
          <Form class="box" submit={() => setFilter(typed)}>
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
          </Form>
        </div>
        <Trouble problem={problem} />
        <Table
          label={collection}
          rows={records}
          keyOf={idOf}
          chosen={chosen}
          empty={
            value && (
              <Empty
                title={
                  filter === "" ? `No records in ${collection}` : "No record matches this filter"
                }
              />
            )
          }
          columns={[
            [
              "id",
              "mono cut most",
              (record) => (
                <Go to={["data", "collections", collection, idOf(record)]} text={idOf(record)} />
              ),
            ],
            ...columnsOf(records),
          ]}
        >
          {value?.more === true && (
            <p class="sect soft">The first {shownMax}. Filter to see others.</p>
          )}
        </Table>
      </section>
      <aside class="side" aria-label="Record">
        {chosen === undefined ? (
          <Empty title="No record is open">
            <p>Choose one to see all of it.</p>
          </Empty>
        ) : (
          <div class="sect">
            <h2 class="op">
              <bdi>{id}</bdi>
            </h2>
            <Body body={chosen} label="The record" />
          </div>
        )}
      </aside>
    </div>
  );
}
