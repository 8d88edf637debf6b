import type { ComponentChildren } from "preact";
import { Go } from "../../parts/layout.tsx";
import { column, text } from "../../parts/list/column.ts";
import { List } from "../../parts/list/list.tsx";
import { usePage } from "../../parts/page.ts";
import { Icon } from "../../parts/signs.tsx";
import { instant, left } from "../../parts/time.ts";
import { hrefOf, type Keys } from "../../store/ui.ts";

/** Something that happens at an instant of the world's time. */
export interface DueItem {
  readonly id: string;
  readonly due: number;
  readonly what: string;
  readonly became: string;
  readonly kind: string;
  /** Where it is shown. */
  readonly place: readonly string[] | undefined;
  readonly isFired?: boolean;
}

interface DueProps {
  readonly items: readonly DueItem[] | undefined;
  readonly problem: string;
  readonly keys: Keys;
  readonly side: ComponentChildren;
}

/** What is due when, the soonest first. */
export function Due({ items, problem, keys, side }: DueProps) {
  const { store } = usePage();
  void store.quarter.value;
  const now = store.clock.peek();
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
        text(
          "in",
          84,
          (item) => (item.isFired ? "fired" : item.due <= now ? "due" : left(item.due - now)),
          { class: "num" },
        ),
        column("what", 140, (item) => <What item={item} />, { grows: 1 }),
        column("kind", 90, (item) => <Kind kind={item.kind} />, { class: "soft", yields: 2 }),
      ]}
      none="Nothing is planned"
      noneSays="Windows that are shut, waiting flows, retries of deliveries and jobs appear here."
      keys={() => keys}
      sideName="Clock"
      side={() => side}
    />
  );
}

const What = ({ item: { what, became, place } }: { item: DueItem }) => (
  <>
    {place === undefined ? <bdi>{what}</bdi> : <Go to={place} text={what} />}{" "}
    <bdi class="soft">{became}</bdi>
  </>
);

const Kind = ({ kind }: { kind: string }) => (
  <>
    <Icon name={kind === "limit" ? "wait" : "due"} /> {kind}
  </>
);
