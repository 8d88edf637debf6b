import type { ComponentType } from "preact";
import { usePage } from "../parts/page.ts";
import { Icon, type Look } from "../parts/signs.tsx";
import { counted } from "../parts/time.ts";
import type { Store } from "../store/store.ts";

const groups = ["Traffic", "Trouble", "World", "Verdict"] as const;

export interface View {
  readonly id: string;
  /** The letter that opens it, after `g`. */
  readonly letter: string;
  readonly group: (typeof groups)[number];
  readonly title: string;
  readonly question: string;
  readonly Component: ComponentType;
  readonly count: ((store: Store) => { readonly count: number; readonly look: Look }) | undefined;
}

function Count({ view }: { view: View }) {
  const { store } = usePage();
  const found = view.count?.(store);
  if (found === undefined || found.count === 0) return null;
  const [tone, icon, title] = found.look;
  return (
    <span class={`count ${tone}`} title={title}>
      <Icon name={icon} />
      {found.count > 999 ? "999+" : found.count}
      <span class="sr">{` ${title}`}</span>
    </span>
  );
}

/** On a narrow screen the links are one row, which scrolls. */
const inSight = (link: Element | null) => link?.scrollIntoView({ block: "nearest" });

function Link({ view }: { view: View }) {
  const isOpen = usePage().ui.place.value[0] === view.id;
  return (
    <li>
      <a
        href={`#/${view.id}`}
        title={`g then ${view.letter}`}
        ref={isOpen ? inSight : null}
        aria-current={isOpen ? "page" : undefined}
      >
        {view.title}
        <Count view={view} />
      </a>
    </li>
  );
}

function Seeded() {
  const health = usePage().store.health.value;
  const people = health?.accounts[0]?.counts["profiles"];
  return (
    <div class="end mono">
      <p>{location.host}</p>
      {people !== undefined && <p>{counted(people, "profile")}</p>}
      {health !== undefined && <p>{health.version}</p>}
    </div>
  );
}

export const Rail = ({ views }: { views: readonly View[] }) => (
  <nav class="rail" aria-label="Views">
    <div class="mark">
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <rect class="fill acc" width="16" height="16" rx="4" />
        <path class="f-panel" d="M3 7h3v6H3zM7 3h2v10H7zM10 9h3v4h-3z" />
      </svg>
      service-emulator
    </div>
    {groups.map((group) => {
      const own = views.filter((view) => view.group === group);
      return own.length === 0 ? null : (
        <div>
          <h2>{group}</h2>
          <ul>
            {own.map((view) => (
              <Link key={view.id} view={view} />
            ))}
          </ul>
        </div>
      );
    })}
    <Seeded />
  </nav>
);
