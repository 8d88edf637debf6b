import type { SandboxName } from "../../../emulation/sandbox-options.ts";
import { commandOf, option } from "../../client/commands.ts";
import { ActButton, Badge, type Look, Status } from "../../parts/signs.tsx";
import { Go, Head, Sect, Trouble } from "../../parts/layout.tsx";
import { column, text } from "../../parts/list/columns.tsx";
import { List } from "../../parts/list/list.tsx";
import { useCall, useCommand, usePage } from "../../parts/page.ts";
import { RuleList, worstFirst } from "../../parts/rules.tsx";
import { clockTime, counted } from "../../parts/time.ts";
import type { Store } from "../../store/store.ts";

const callsMax = 100;

type Entry = NonNullable<ReturnType<Store["requests"]["get"]>>;

/** A line of the tree: a file, or a test of it with what it asked. */
interface Line {
  readonly file: string;
  /** Undefined: it is the file itself. */
  readonly of?: SandboxName;
  readonly entries: readonly Entry[];
}

const looks: Readonly<Record<SandboxName["became"], Look>> = {
  failed: ["bad", "fail", "failed"],
  passed: ["ok", "pass", "passed"],
  running: ["acc", "due", "there"],
  gone: ["idle", "na", "gone"],
};

const rejected = ({ status }: Entry): boolean => status === null || status >= 400;

export function Sandboxes() {
  const { store } = usePage();
  void store.requests.version.value;
  const lines = linesOf(store);
  useCommand("sandbox", "list");
  return (
    <List<Line>
      of="sandboxes"
      order="what failed first"
      rows={store.isLoaded.value ? lines : undefined}
      problem={store.problem.value}
      idOf={({ of }) => of?.id}
      keyOf={({ of, file }) => of?.id ?? file}
      textOf={({ file, of }) => `${file} ${of?.name ?? ""} ${of?.id ?? ""} ${of?.became ?? ""}`}
      hint="a file, a test, failed …"
      toneOf={({ of }) => (of === undefined ? "file" : "")}
      whole={({ of, file }) => (of === undefined ? <b>{file}</b> : undefined)}
      columns={[
        text("test", 108, ({ of }) => (of === undefined ? null : titleOf(of)), { grows: 1 }),
        text("account", 70, ({ of }) => of?.id ?? null, { class: "mono", yields: 1 }),
        text("requests", 68, ({ entries }) => entries.length, { class: "num" }),
        text("rejected", 68, ({ entries }) => entries.filter(rejected).length, { class: "num" }),
        column("test was", 84, ({ of }) => of && <Badge look={looks[of.became]} />),
      ]}
      none="No sandbox was created yet"
      noneSays="A sandbox is an account for one test: with data, faults, limits and a clock of its own. The helper for Vitest gives one to each test, and names it."
      noneCommand="service-emulator sandbox create --name checkout"
      sideName="Sandbox"
      side={(line) => line?.of && <Opened key={line.of.id} of={line.of} entries={line.entries} />}
      closed="Choose one to see what its test asked, and its report card."
    />
  );
}

const fileOf = ({ name }: SandboxName): string => name?.split(" > ")[0] ?? "without a name";

const titleOf = ({ name, id }: SandboxName): string =>
  name?.split(" > ").slice(1).join(" > ") || (name ?? id);

function linesOf({ sandboxes, requests }: Store): Line[] {
  const asked = new Map<string, Entry[]>(sandboxes.value.map(({ id }) => [id, []]));
  for (const row of requests.rows)
    if (row.kind === "request") asked.get(row.entry.account ?? "")?.push(row.entry);
  const failed = (of: SandboxName) => Number(of.became === "failed");
  const failedFirst = sandboxes.value.toSorted((a, b) => failed(b) - failed(a));
  // A file comes where the first of its tests does.
  return [...new Set(failedFirst.map(fileOf))].flatMap((file): Line[] => [
    { file, entries: [] },
    ...failedFirst
      .filter((of) => fileOf(of) === file)
      .map((of): Line => ({ file, of, entries: asked.get(of.id) ?? [] })),
  ]);
}

function Opened({ of, entries }: { of: SandboxName; entries: readonly Entry[] }) {
  const { store, ui } = usePage();
  const { id, became } = of;
  const shown = entries.slice(-callsMax);
  const isThere = became === "running";
  const lookAt = {
    command: commandOf("requests", "list", ...option("--account", id)),
    run: () => {
      store.account.value = id;
      ui.go("live");
    },
  };
  const reset = {
    command: commandOf("sandbox", "reset", id),
    run: () => store.control.call("POST /sandboxes/{id}/reset", { id }),
    done: "It is as it began.",
  };
  return (
    <>
      <Head name={titleOf(of)}>
        <p class="soft">
          <bdi>{fileOf(of)}</bdi> <span class="mono">{id}</span>
        </p>
        <div class="row2 pad">
          <ActButton isMain act={lookAt} text="Look at it alone" />
          {isThere && <ActButton act={reset} text="Reset" />}
        </div>
      </Head>
      {isThere && <Card id={id} />}
      <Sect title={`Its requests: ${counted(entries.length, "request")}`}>
        {shown.map((entry) => (
          <div class="att" key={entry.id}>
            <span />
            <Go to={["live", entry.id]} text={clockTime(entry.arrivedWorld, true)} />
            <Status status={entry.status} lost={entry.lostStatus} />
            <bdi class="say cut">{entry.operation ?? entry.target}</bdi>
            <span class="fault">{entry.faults.join(", ")}</span>
          </div>
        ))}
        {entries.length > shown.length && (
          <p class="soft">and {counted(entries.length - shown.length, "earlier request")}</p>
        )}
      </Sect>
    </>
  );
}

function Card({ id }: { id: string }) {
  const { value, problem } = useCall("GET /report", { running: "true", account: id });
  const rules = worstFirst(value?.rules).filter(({ verdict }) => verdict !== "not exercised");
  return (
    <section aria-label="Report card">
      <Trouble problem={problem} />
      <RuleList rules={rules} />
      {value !== undefined && rules.length === 0 && (
        <p class="sect soft">Its report card: no rule was exercised yet.</p>
      )}
    </section>
  );
}
