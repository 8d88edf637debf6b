import type { ComponentChildren } from "preact";
import { option } from "../../client/commands.ts";
import { Segments } from "../../parts/fields.tsx";
import { Body, Empty, Head } from "../../parts/layout.tsx";
import { type Column, text } from "../../parts/list/columns.tsx";
import { List } from "../../parts/list/list.tsx";
import { useCall, useCommand, usePage } from "../../parts/page.ts";
import { Operate } from "../../parts/send/form.tsx";
import { dayTime, textOf } from "../../parts/time.ts";
import { People } from "./people.tsx";
import { Person } from "./person.tsx";
import { Snapshots } from "./snapshots.tsx";

const parts = { people: "People", collections: "Collections", snapshots: "Snapshots" } as const;

export function Data() {
  const { ui } = usePage();
  const [, part = "people", id] = ui.place.value;
  const tabs = (
    <Segments
      label="Part of the data"
      options={parts}
      value={part in parts ? (part as keyof typeof parts) : "people"}
      choose={(name) => ui.go("data", name)}
    />
  );
  if (part === "collections") return <Collections tabs={tabs} />;
  if (part === "snapshots") return <Snapshots tabs={tabs} />;
  return id === undefined ? <People tabs={tabs} /> : <Person key={id} id={id} />;
}

const shownMax = 200;

type StoredRecord = Readonly<Record<string, unknown>>;

const instants = /^(created|updated|at|due|joined|time)$|At$/;

const cellOf = (name: string, value: unknown): string =>
  typeof value === "number" && value > 1e11 && instants.test(name)
    ? dayTime(value)
    : textOf(value ?? "").slice(0, 200);

/** Members that say most of a record, as far as it has them. */
const telling = ["name", "email", "status", "kind", "metric", "profile", "created", "updated"];

const columnsOf = ([first = {}]: readonly StoredRecord[]): Column<StoredRecord>[] => {
  const own = Object.keys(first).filter((name) => name !== "id" && name !== "seq");
  const names = new Set([...telling.filter((name) => own.includes(name)), ...own]);
  return [...names].slice(0, 4).map((name, index) =>
    text(name, 110, (record) => cellOf(name, record[name]), {
      grows: 1,
      ...(index > 0 && { yields: index }),
      by: ({ [name]: value }) => (typeof value === "number" ? value : textOf(value ?? "")),
    }),
  );
};

const idOf = ({ id }: StoredRecord): string => String(id);

/** Every collection that there is. What is typed in brackets is a filter of the API; other words are looked for. */
function Collections({ tabs }: { tabs: ComponentChildren }) {
  const { store, ui } = usePage();
  const [, , collection = "lists"] = ui.place.value;
  const account = store.account.value;
  const typed = ui.asked("q");
  const filter = /^[\w-]+\(.*\)$/s.test(typed) ? typed : "";
  const { value: state } = useCall("GET /state", { account });
  const query = { collection, account, limit: shownMax, filter };
  const { value, problem } = useCall("GET /state/{collection}", query);
  useCommand("state", "show", collection, ...option("--filter", filter || undefined));
  const records = value?.collection === collection ? value.records : undefined;
  return (
    <List<StoredRecord>
      of="records"
      place={["data", "collections", collection]}
      rows={records}
      problem={problem}
      idOf={idOf}
      {...(filter === "" && { textOf: (record: StoredRecord) => JSON.stringify(record) })}
      hint={'words, or equals(name,"…")'}
      tabs={
        <>
          {tabs}
          <select
            class="field"
            aria-label="Collection"
            value={collection}
            onChange={({ currentTarget }) => ui.go("data", "collections", currentTarget.value)}
          >
            {Object.entries(state?.counts ?? { [collection]: 0 }).map(([name, count]) => (
              <option key={name} value={name}>{`${name} ${count.toLocaleString("en")}`}</option>
            ))}
          </select>
        </>
      }
      columns={[text("id", 110, idOf, { grows: 1, class: "mono" }), ...columnsOf(records ?? [])]}
      none={`No records in ${collection}`}
      below={value?.more === true && <p class="key">The first {shownMax}. Filter to see others.</p>}
      sideName="Record"
      side={(record) => <Opened record={record} collection={collection} />}
    />
  );
}

type OpenedProps = { record: StoredRecord | undefined; collection: string };

function Opened({ record, collection }: OpenedProps) {
  const all = `/api/${collection}`;
  if (record === undefined)
    return (
      <>
        <Empty title="No record is open" says="Choose one to see all of it." />
        <div class="sect">
          <Operate key={all} of={(method, path) => method !== "GET" && path === all} />
        </div>
      </>
    );
  const id = idOf(record);
  return (
    <Head class="op" name={id}>
      <Body body={record} label="The record" />
      <Operate
        key={id}
        of={(method, path) => method !== "GET" && path.startsWith(`${all}/{`)}
        known={{ [collection]: id }}
      />
    </Head>
  );
}
