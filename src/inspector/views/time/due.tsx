import { Icon } from "../../parts/icon.tsx";
import { counted, instant, left } from "../../parts/time.ts";
import { usePage } from "../../parts/use-page.ts";

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
  if (items.length === 0)
    return (
      <section class="col" aria-label="What is due">
        <div class="empty">
          <b>Nothing is planned</b>
          <p>Windows that are shut, waiting flows, retries of deliveries and jobs appear here.</p>
        </div>
      </section>
    );
  return (
    <section class="col" aria-label="What is due">
      <div class="scroll" tabIndex={0} role="region" aria-label="What is due when">
        <table>
          <thead>
            <tr>
              <th>when</th>
              <th class="num">in</th>
              <th>what</th>
              <th>kind</th>
            </tr>
          </thead>
          <tbody>
            {items.slice(0, shownMax).map((item, index) => (
              <Line key={`${item.due} ${item.what} ${index}`} item={item} />
            ))}
          </tbody>
        </table>
        {items.length > shownMax && (
          <p class="sect soft">and {counted(items.length - shownMax, "other")} later</p>
        )}
      </div>
    </section>
  );
}

function Line({ item: { due, what, kind } }: { item: DueItem }) {
  const { store } = usePage();
  void store.quarter.value;
  const now = store.clock.peek();
  return (
    <tr>
      <td class="mono">{instant(due, now)}</td>
      <td class="num">{due <= now ? "due" : left(due - now)}</td>
      <td class="mono">
        <bdi>{what}</bdi>
      </td>
      <td>
        <span class="soft">
          <Icon name={kind === "planned work" ? "due" : "wait"} /> {kind}
        </span>
      </td>
    </tr>
  );
}
