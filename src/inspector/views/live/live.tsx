import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Button, pressIn, Icon, Status } from "../../parts/signs.tsx";
import { type Column, column } from "../../parts/list/columns.tsx";
import { List } from "../../parts/list/list.tsx";
import { useCommand, useLoaded, usePage } from "../../parts/page.ts";
import { SendForm } from "../../parts/send/form.tsx";
import { clockTime, took } from "../../parts/time.ts";
import type { Row } from "../../store/requests.ts";
import { Detail } from "./detail.tsx";
import { type LiveState, liveState, needsEmulator, quickWords } from "./live-state.ts";
import { Asked, Between, Said, Thread } from "./row.tsx";
import { Strip } from "./strip.tsx";

const idOf = (row: Row): string | undefined =>
  row.kind === "request" && row.isPast !== true ? row.entry.id : undefined;

export function Live() {
  const { store, ui } = usePage();
  const state = ui.keep("live", () => liveState(store, ui));
  const opened = ui.place.value[1];
  const isNew = opened === "new" && store.saved === undefined;
  const text = state.text.value;
  const words = opened === undefined || isNew ? ["list", text] : ["show", opened];
  useCommand("requests", ...words.filter((word) => word !== ""));
  const queryProblem = useFound(state);
  const { rows } = state.shown.value;
  const threads = store.callOf.value;
  const placeOf = (row: Row) => threads.get(idOf(row) ?? "");
  const isHeld = state.heldAt.value !== undefined;
  const follow = (): void => {
    if (opened !== undefined) ui.go("live");
    state.follow();
  };
  const turn = isHeld ? follow : state.hold;
  const press = pressIn(".acts");
  return (
    <>
      <Strip state={state} />
      <List<Row>
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
        tail={{ isHeld, hold: state.hold }}
        hint="status:4xx -status:429 person:ada body~sku-1 >100ms …"
        tools={<Tools state={state} turn={turn} />}
        columns={[
          column("call", 14, (row) => <Thread place={placeOf(row)} />),
          of("time", 86, ({ arrivedWorld }) => clockTime(arrivedWorld, true), { class: "soft" }),
          of("status", 56, (each) => <Status status={each.status} lost={each.lostStatus} />),
          of("verb", 44, ({ method }) => method, { yields: 3 }),
          of("operation", 130, (entry) => <Asked entry={entry} />, { grows: 3 }),
          ...(store.account.value === undefined && store.sandboxes.value.length > 0
            ? [of("sandbox", 90, (each) => <SandboxChip of={each} />, { grows: 1, yields: 4 })]
            : []),
          of("what is worth knowing", 150, (of, row) => <Said entry={of} place={placeOf(row)} />, {
            grows: 2,
            yields: 1,
            class: "said",
          }),
          of("ms", 44, ({ durationMs }) => took(durationMs), { class: "num", yields: 2 }),
        ]}
        below={<Held state={state} follow={follow} />}
        none="No requests yet"
        noneSays="The emulator is ready. Send a request from your client, or paste this:"
        noneCommand={firstRequest(store.health.value?.revisions.newest)}
        keys={() => ({
          p: { label: isHeld ? "follow" : "hold", run: turn },
          G: { label: "newest", run: follow },
          ...(store.saved === undefined && {
            n: { label: "new request", run: () => ui.go("live", "new") },
          }),
          ...(opened !== undefined && {
            x: { label: "fail next", run: press("Fail"), isQuiet: true },
            c: { label: "curl", run: press("curl"), isQuiet: true },
            r: { label: "send again", run: press("Send again"), isQuiet: true },
            s: { label: "as a step", run: press("As a step"), isQuiet: true },
          }),
        })}
        sideName="Request"
        {...(opened !== undefined && {
          side: () =>
            isNew ? <SendForm operation="create_event" /> : <Detail key={opened} id={opened} />,
        })}
      />
    </>
  );
}

type Entry = Extract<Row, { kind: "request" }>["entry"];

/** A column of requests. It has nothing of what lies between two. */
const of = (
  head: string,
  px: number,
  cell: (entry: Entry, row: Row) => ComponentChildren,
  more: Partial<Column<Row>> = {},
): Column<Row> =>
  column(head, px, (row) => (row.kind === "request" ? cell(row.entry, row) : undefined), more);

const firstRequest = (
  revision = "2026-07-15",
) => `curl -g '${location.origin}/api/profiles?page[size]=1' \\
  -H "Authorization: Service-API-Key $SERVICE_EMULATOR_API_KEY" \\
  -H 'revision: ${revision}'`;

/** Asks the emulator for the requests that only it can tell, and whether the query is one. @returns why it is none */
function useFound(state: LiveState): string {
  const { store } = usePage();
  const query = state.text.value;
  const isDeep = needsEmulator(query);
  const find = async () => {
    if (query === "") return undefined;
    // What nothing can match says whether the query is one.
    const until = isDeep ? undefined : "1970-01-01T00:00:00Z";
    const { requests } = await store.control.call("GET /requests", { query, until });
    return isDeep ? new Set(requests.map(({ id }) => id)) : undefined;
  };
  const inputs = [query, isDeep ? store.renewed.value : 0];
  const { value, problem } = useLoaded(find, inputs, query === "" ? undefined : 300);
  useEffect(() => {
    state.found.value = isDeep ? (value ?? new Set()) : undefined;
  }, [state, value, isDeep]);
  return problem;
}

function SandboxChip({ of: { account } }: { of: Entry }) {
  const { store } = usePage();
  const found = store.sandboxes.value.find(({ id }) => id === account);
  return found && <bdi class="chip">{found.name?.split(" > ").at(-1) ?? account}</bdi>;
}

function Tools({ state, turn }: { state: LiveState; turn: () => void }) {
  const { ui, store } = usePage();
  const isHeld = state.heldAt.value !== undefined;
  const begin = (): void => ui.go("live", "new");
  const [icon, text] = isHeld ? (["step", "Follow"] as const) : (["stop", "Hold"] as const);
  return (
    <>
      {quickWords.map((word) => (
        <Button
          key={word}
          class="btn bare"
          aria-pressed={state.has(word)}
          press={() => state.toggle(word)}
          text={word}
        />
      ))}
      <Button class="btn keep" icon={icon} press={turn} text={text} hotkey="p" />
      {store.saved === undefined && (
        <Button class="btn keep" icon="pen" press={begin} text="New" hotkey="n" />
      )}
    </>
  );
}

function Held({ state, follow }: { state: LiveState; follow: () => void }) {
  if (state.heldAt.value === undefined) return null;
  const { newer } = state.shown.value;
  const text = newer === 0 ? "Follow" : `${newer.toLocaleString("en")} newer`;
  return (
    <div class="held">
      <Icon name="stop" />
      <span>Held while you read.</span>
      <Button class="link" press={follow} text={text} />
      <kbd>G</kbd>
    </div>
  );
}
