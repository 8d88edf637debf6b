import { option } from "../../client/commands.ts";
import { Go } from "../../parts/layout.tsx";
import { column, text } from "../../parts/list/columns.tsx";
import { List } from "../../parts/list/list.tsx";
import { useCall, useCommand, usePage } from "../../parts/page.ts";
import { Icon } from "../../parts/signs.tsx";
import { placeOf } from "../../parts/thread.tsx";
import { instant, left } from "../../parts/time.ts";
import { type Act, hrefOf } from "../../store/ui.ts";
import { keyOf } from "../../store/windows.ts";
import { actsOf, Clock } from "./clock.tsx";

const firedMax = 20;

interface DueItem {
  readonly id: string;
  readonly due: number;
  readonly what: string;
  readonly became: string;
  readonly kind: string;
  readonly place: readonly string[] | undefined;
  readonly isFired?: boolean;
}

export function Time() {
  const page = usePage();
  const { store, ui } = page;
  useCommand("clock", "show", ...option("--account", store.account.value));
  const { items, problem } = useDue();
  void store.quarter.value;
  const now = store.clock.peek();
  const isFrozen = store.clock.mode.value === "frozen";
  const acts = actsOf(page);
  const toNext = () => {
    const from = store.clock.peek();
    const next = items?.find(({ due }) => due > from);
    return next && { ...acts.advance(`${Math.ceil(next.due - from)}ms`), what: next.what };
  };
  const press = (of: () => Act | undefined) => (): void => {
    const act = of();
    if (act !== undefined) void ui.perform(act);
  };
  const turn = isFrozen ? acts.resume : acts.freeze;
  return (
    <List<DueItem>
      of="what is due"
      order="the soonest first"
      place={["time"]}
      rows={items}
      problem={problem}
      idOf={({ id }) => id}
      textOf={({ what, kind, became }) => `${what} ${kind} ${became}`}
      toneOf={({ isFired }) => (isFired === true ? "past" : "")}
      hint="welcome, burst …"
      tools={
        <a class="btn keep narrow-only" href={hrefOf("time", "clock")}>
          Clock
        </a>
      }
      columns={[
        text("when", 176, ({ due }) => instant(due, now), { class: "mono", yields: 1 }),
        text("in", 84, (item) => leftOf(item, now), { class: "num" }),
        column("what", 140, whatOf, { grows: 1 }),
        column("kind", 90, kindOf, { class: "soft", yields: 2 }),
      ]}
      none="Nothing is planned"
      noneSays="Windows that are shut, waiting flows, retries of deliveries and jobs appear here."
      keys={() => ({
        f: { label: isFrozen ? "resume" : "freeze", run: press(() => turn) },
        ".": { label: "advance to what is next due", run: press(toNext) },
        m: { label: "advance a minute", run: press(() => acts.advance("60s")) },
      })}
      sideName="Clock"
      side={() => <Clock acts={acts} toNext={toNext()} />}
    />
  );
}

const leftOf = ({ isFired, due }: DueItem, now: number): string =>
  isFired ? "fired" : due <= now ? "due" : left(due - now);

const whatOf = ({ what, became, place }: DueItem) => (
  <>
    {place === undefined ? <bdi>{what}</bdi> : <Go to={place} text={what} />}{" "}
    <bdi class="soft">{became}</bdi>
  </>
);

const kindOf = ({ kind }: DueItem) => (
  <>
    <Icon name={kind === "limit" ? "wait" : "due"} /> {kind}
  </>
);

/** What falls due: windows that open, and work that is planned; and what fired since the page was opened. */
function useDue(): { readonly items: readonly DueItem[] | undefined; readonly problem: string } {
  const { store, ui } = usePage();
  const fired = ui.keep("fired", () => new Map<string, DueItem>());
  const account = store.account.value;
  // Work is planned by requests and done by time: it is asked for again when one of both has changed something.
  const inputs = [store.changes.value, store.clock.mode.value, store.calm.value];
  const { value, problem } = useCall("GET /due", { account }, inputs);
  const shut = store.shut.value.map(({ gauge, counter }): DueItem => ({
    id: `${gauge.account} ${counter.name} ${counter.window} ${counter.opensAtMs}`,
    due: counter.opensAtMs,
    what: `${counter.name} opens`,
    became: `${counter.window} window`,
    kind: "limit",
    place: ["limits", keyOf(gauge)],
  }));
  const work = value?.due.map((step): DueItem => ({
    ...step,
    id: `${step.id} ${step.at}`,
    due: step.atMs,
    place: placeOf(step),
  }));
  const items = work && [...shut, ...work].toSorted((a, b) => a.due - b.due);
  for (const item of items ?? []) fired.set(item.id, item);
  const now = store.clock.peek();
  const ids = new Set(items?.map(({ id }) => id));
  const past = [...fired.values()]
    .filter(({ id, due }) => due <= now && !ids.has(id))
    .toSorted((a, b) => a.due - b.due)
    .map((each) => ({ ...each, isFired: true }));
  return { items: items && [...past.slice(-firedMax), ...items], problem };
}
