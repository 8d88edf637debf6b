import { Empty } from "../../parts/layout.tsx";
import { usePage } from "../../parts/page.ts";
import { Icon } from "../../parts/signs.tsx";
import { Table } from "../../parts/table.tsx";
import { counted, instant, left } from "../../parts/time.ts";

/** Something that happens at an instant of the world's time. */
export interface DueItem {
  readonly due: number;
  readonly what: string;
  readonly kind: string;
}

/** More are counted, not listed. */
const shownMax = 200;

/** What is due when, the soonest first. */
export function Due({ items }: { items: readonly DueItem[] }) {
  const { store } = usePage();
  void store.quarter.value;
  const now = store.clock.peek();
  return (
    <section class="col" aria-label="What is due">
      <Table
        label="What is due when"
        rows={items.slice(0, shownMax)}
        keyOf={({ due, what }, index) => `${due} ${what} ${index}`}
        empty={
          <Empty title="Nothing is planned">
            <p>Windows that are shut, waiting flows, retries of deliveries and jobs appear here.</p>
          </Empty>
        }
        columns={[
          ["when", "mono", ({ due }) => instant(due, now)],
          ["in", "num", ({ due }) => (due <= now ? "due" : left(due - now))],
          ["what", "mono", ({ what }) => <bdi>{what}</bdi>],
          ["kind", "soft", ({ kind }) => <Kind kind={kind} />],
        ]}
      >
        {items.length > shownMax && (
          <p class="sect soft">and {counted(items.length - shownMax, "other")} later</p>
        )}
      </Table>
    </section>
  );
}

const Kind = ({ kind }: { kind: string }) => (
  <>
    <Icon name={kind === "planned work" ? "due" : "wait"} /> {kind}
  </>
);
