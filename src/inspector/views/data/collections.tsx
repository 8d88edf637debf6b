import type { ComponentChildren } from "preact";
import { option } from "../../client/commands.ts";
import { Body } from "../../parts/json.tsx";
import { Empty, Head } from "../../parts/layout.tsx";
import { type Column, text } from "../../parts/list/column.ts";
import { List } from "../../parts/list/list.tsx";
import { useCall, useCommand, usePage } from "../../parts/page.ts";
import { Operate } from "../../parts/send/operate.tsx";
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
  const names = [
    ...telling.filter((name) => own.includes(name)),
    ...own.filter((name) => !telling.includes(name)),
  ].slice(0, 4);
  return names.map((name, index) =>
    text(name, 110, (record) => cellOf(name, record[name]), {
      grows: 1,
      ...(index > 0 && { yields: index }),
      by: (record) =>
        typeof record[name] === "number" ? record[name] : textOf(record[name] ?? ""),
    }),
  );
};

const idOf = ({ id }: StoredRecord): string => String(id);

/** Every collection that there is. What is typed in brackets is a filter of the API; other words are looked for. */
export function Collections({ tabs }: { tabs: ComponentChildren }) {
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
      side={(record) =>
        record === undefined ? (
          <>
            <Empty title="No record is open" says="Choose one to see all of it." />
            <div class="sect">
              <Operate
                key={collection}
                of={(method, path) => method !== "GET" && path === `/api/${collection}`}
              />
            </div>
          </>
        ) : (
          <Head class="op" name={idOf(record)}>
            <Body body={record} label="The record" />
            <Operate
              key={idOf(record)}
              of={(method, path) => method !== "GET" && path.startsWith(`/api/${collection}/{`)}
              known={{ [collection]: idOf(record) }}
            />
          </Head>
        )
      }
    />
  );
}
