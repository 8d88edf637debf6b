import { useEffect } from "preact/hooks";
import { pressIn } from "../../parts/act-button.tsx";
import { List } from "../../parts/list/list.tsx";
import { useCommand, useLoaded, usePage } from "../../parts/page.ts";
import { Icon, Status } from "../../parts/signs.tsx";
import { clockTime, took } from "../../parts/time.ts";
import type { Row } from "../../store/requests.ts";
import { Detail } from "./detail.tsx";
import { needsEmulator, quickWords } from "./filter.ts";
import { LiveState } from "./live-state.ts";
import { Nothing } from "./nothing.tsx";
import { Asked, Between, Said, Thread } from "./row.tsx";
import { Strip } from "./strip.tsx";

const idOf = (row: Row): string | undefined =>
  row.kind === "request" && row.isPast !== true ? row.entry.id : undefined;

/** What a client asks, and what it gets. */
export function Live() {
  const { store, ui } = usePage();
  const state = ui.keep("live", () => new LiveState(store, ui));
  const opened = ui.place.value[1];
  const text = state.text.value;
  useCommand(
    "requests",
    ...(opened === undefined ? ["list", ...(text === "" ? [] : [text])] : ["show", opened]),
  );
  const queryProblem = useFound(state);
  const { rows } = state.shown.value;
  const threads = store.callOf.value;
  const placeOf = (row: Row) => threads.get(idOf(row) ?? "");
  const isHeld = state.heldAt.value !== undefined;
  const follow = (): void => {
    if (opened !== undefined) ui.go("live");
    state.follow();
  };
  const press = pressIn(".acts");
  return (
    <>
      <Strip state={state} />
      <List
        of="requests"
        order="oldest first"
        place={["live"]}
        rows={store.isLoaded.value || rows.length > 0 ? rows : undefined}
        problem={store.problem.value || queryProblem}
        suggested={state.suggested.value}
        idOf={idOf}
        keyOf={({ number }) => number}
        whole={(row) => (row.kind === "request" ? undefined : <Between row={row} />)}
        toneOf={(row) => (row.kind === "request" && row.isPast === true ? "past" : "")}
        tail={{ isHeld, hold: () => state.hold() }}
        hint="status:4xx -status:429 person:ada body~sku-1 >100ms …"
        tools={<Tools state={state} follow={follow} />}
        columns={[
          { head: "call", px: 14, cell: (row) => <Thread place={placeOf(row)} /> },
          {
            head: "time",
            px: 86,
            class: "soft",
            cell: of((each) => clockTime(each.arrivedWorld, true)),
          },
          {
            head: "status",
            px: 56,
            cell: of(({ status, lostStatus }) => <Status status={status} lost={lostStatus} />),
          },
          { head: "verb", px: 44, yields: 3, cell: of(({ method }) => method) },
          { head: "operation", px: 130, grows: 3, cell: of((entry) => <Asked entry={entry} />) },
          ...(store.account.value === undefined && store.sandboxes.value.length > 0
            ? [
                {
                  head: "sandbox",
                  px: 90,
                  grows: 1,
                  yields: 4,
                  cell: of(({ account }) => <SandboxChip account={account} />),
                },
              ]
            : []),
          {
            head: "what is worth knowing",
            px: 150,
            grows: 2,
            yields: 1,
            class: "said",
            cell: (row) => of((entry) => <Said entry={entry} place={placeOf(row)} />)(row),
          },
          {
            head: "ms",
            px: 44,
            class: "num",
            yields: 2,
            cell: of(({ durationMs }) => took(durationMs)),
          },
        ]}
        below={<Held state={state} follow={follow} />}
        empty={<Nothing />}
        keys={() => ({
          p: { label: isHeld ? "follow" : "hold", run: () => (isHeld ? follow() : state.hold()) },
          G: { label: "newest", run: follow },
          ...(opened !== undefined && {
            x: { label: "fail next", run: press("Fail"), isQuiet: true },
            c: { label: "curl", run: press("curl"), isQuiet: true },
            r: { label: "send again", run: press("Send again"), isQuiet: true },
            s: { label: "as a step", run: press("As a step"), isQuiet: true },
          }),
        })}
        sideName="Request"
        {...(opened !== undefined && { side: () => <Detail key={opened} id={opened} /> })}
      />
    </>
  );
}

type Entry = Extract<Row, { kind: "request" }>["entry"];

/** What a cell has of a request; of what lies between two, nothing. */
const of =
  <T,>(read: (entry: Entry) => T) =>
  (row: Row): T | undefined =>
    row.kind === "request" ? read(row.entry) : undefined;

/** Asks the emulator for the requests that only it can tell, and whether the query is one. @returns why it is none */
function useFound(state: LiveState): string {
  const { store } = usePage();
  const query = state.text.value;
  const isDeep = needsEmulator(query);
  const { value, problem } = useLoaded(async () => {
    if (query === "") return undefined;
    // What is typed on is asked once.
    await store.pulse.wait(300);
    if (state.text.peek() !== query) return undefined;
    // What nothing can match says whether the query is one.
    const until = isDeep ? undefined : "1970-01-01T00:00:00Z";
    const { requests } = await store.control.call("GET /requests", { query, until });
    return isDeep ? new Set(requests.map(({ id }) => id)) : undefined;
  }, [query, isDeep ? store.renewed.value : 0]);
  useEffect(() => {
    state.found.value = isDeep ? (value ?? new Set()) : undefined;
  }, [state, value, isDeep]);
  return problem;
}

function SandboxChip({ account }: { account: string | null }) {
  const { store } = usePage();
  const name = store.sandboxNamed(account ?? "");
  const known = store.sandboxes.value.some(({ id }) => id === account);
  return known ? <bdi class="chip">{name?.split(" > ").at(-1) ?? account}</bdi> : null;
}

function Tools({ state, follow }: { state: LiveState; follow: () => void }) {
  const isHeld = state.heldAt.value !== undefined;
  return (
    <>
      {quickWords.map((word) => (
        <button
          type="button"
          key={word}
          class="btn bare"
          aria-pressed={state.has(word)}
          onClick={() => state.toggle(word)}
        >
          {word}
        </button>
      ))}
      <button type="button" class="btn keep" onClick={() => (isHeld ? follow() : state.hold())}>
        <Icon name={isHeld ? "step" : "stop"} />
        {isHeld ? "Follow" : "Hold"} <kbd>p</kbd>
      </button>
    </>
  );
}

/** Says that newer requests are counted, not drawn. */
function Held({ state, follow }: { state: LiveState; follow: () => void }) {
  if (state.heldAt.value === undefined) return null;
  const { newer } = state.shown.value;
  return (
    <div class="held">
      <Icon name="stop" />
      <span>Held while you read.</span>
      <button type="button" class="link" onClick={follow}>
        {newer === 0 ? "Follow" : `${newer.toLocaleString("en")} newer`}
      </button>
      <kbd>G</kbd>
    </div>
  );
}
