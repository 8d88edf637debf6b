import { useState } from "preact/hooks";
import type { MessageView } from "../../../control/messages/message-view.ts";
import type { Event } from "../../../domain/resources/event.ts";
import type { Profile } from "../../../domain/resources/profile.ts";
import { Body, Empty, Go } from "../../parts/layout.tsx";
import { useAsked, useLoaded, usePage } from "../../parts/page.ts";
import { Segments } from "../../parts/fields.tsx";
import { Icon, type IconName } from "../../parts/signs.tsx";
import { Thread } from "../../parts/thread.tsx";
import { clockTime, counted, day, textOf } from "../../parts/time.ts";

interface Happened {
  readonly from: "event" | "message";
  readonly id: string;
  readonly at: number;
  readonly icon: IconName;
  readonly what: string;
  readonly about: string;
  /** The request that wrote it, or the message that it is about, and where that is. */
  readonly cause?: { readonly text: string; readonly place: readonly string[] } | undefined;
  readonly properties?: Readonly<Record<string, unknown>>;
}

const kinds = { all: "All", events: "Events", messages: "Messages" } as const;

const shownMax = 200;

const signs: readonly (readonly [RegExp, IconName])[] = [
  [/email|message|sms/i, "mail"],
  [/list|subscri|consent/i, "list"],
  [/view|open|active/i, "eye"],
  [/refund|cancel|fail|bounce/i, "fail"],
];

const ofEvent = ({ id, time: at, properties }: Event, what: string): Happened => {
  const icon = signs.find(([words]) => words.test(what))?.[1] ?? "step";
  // The first of the properties that say something.
  const about = Object.entries(properties)
    .filter(([name]) => !name.startsWith("$"))
    .slice(0, 3)
    .map(([name, value]) => `${name} ${textOf(value).slice(0, 60)}`);
  return { from: "event", id, at, icon, what, about: about.join(" · "), properties };
};

const ofMail = ({ id, at, subject, name, status, campaign }: MessageView): Happened => ({
  from: "message",
  id,
  at: Date.parse(at),
  icon: "mail",
  what: subject ?? name,
  about: status,
  cause: { text: `${campaign === null ? "flow" : "campaign"} ${name}`, place: ["outbox", id] },
});

export function Timeline({ profile }: { profile: Profile }) {
  const { store } = usePage();
  const [kind, setKind] = useAsked("show", kinds, "all");
  const account = store.account.value;
  const { id, email, phone_number: phone } = profile;
  const { value } = useLoaded(async () => {
    const { control } = store;
    const filter = `equals(profile_id,${JSON.stringify(id)})`;
    const query = { account, limit: shownMax };
    const [events, metrics, ...mails] = await Promise.all([
      control.call("GET /state/events", { ...query, filter, sort: "-datetime" }),
      control.call("GET /state/metrics", { account, limit: 1000 }),
      ...[email, phone].flatMap((to) => (to ? control.call("GET /outbox", { ...query, to }) : [])),
    ]);
    const names = new Map(metrics.records.map((metric) => [metric.id, metric.name]));
    return [
      ...events.records.map((event) => ofEvent(event, names.get(event.metric) ?? event.metric)),
      ...mails.flatMap(({ messages }) => messages.map(ofMail)),
    ].toSorted((a, b) => b.at - a.at);
  }, [id, email, phone, account, store.renewed.value]);
  void store.requests.version.value;
  const writers = useWriters();
  const shown = (value ?? []).filter(({ from }) => kind === "all" || kind === `${from}s`);
  return (
    <section class="col" aria-label="What happened">
      <div class="filter">
        <Segments label="Kind" options={kinds} value={kind} choose={setKind} />
        <span class="soft">{value !== undefined && counted(shown.length, "entry", "entries")}</span>
      </div>
      {value !== undefined && shown.length === 0 && (
        <Empty title="Nothing happened to this person yet" />
      )}
      <ol class="scroll" tabIndex={0} aria-label="Timeline, newest first">
        {shown.map((each, index) => (
          <Line key={each.id} line={each} writer={writers.get(each.id)} before={shown[index - 1]} />
        ))}
      </ol>
    </section>
  );
}

function useWriters(): ReadonlyMap<string, NonNullable<Happened["cause"]>> {
  const { rows } = usePage().store.requests;
  return new Map(
    rows.flatMap((row) => {
      if (row.kind !== "request") return [];
      const { operation, target, id, written } = row.entry;
      const cause = { text: operation ?? target, place: ["live", id] };
      return written.map((each) => [each.id, cause] as const);
    }),
  );
}

type LineProps = { line: Happened; writer: Happened["cause"]; before: Happened | undefined };

function Line({ line, writer, before }: LineProps) {
  const [isShown, show] = useState(false);
  const cause = line.cause ?? writer;
  const isNewDay = before === undefined || day(before.at) !== day(line.at);
  return (
    <li class="happened">
      {isNewDay && <h2 class="day">{day(line.at)}</h2>}
      <details class="tl" onToggle={({ currentTarget }) => show(currentTarget.open)}>
        <summary class="tli">
          <span class="num">{clockTime(line.at)}</span>
          <Icon name={line.icon} className={line.from === "event" ? "ok" : "acc"} />
          <span class="cut">
            <bdi>{line.what}</bdi> <bdi class="soft">{line.about}</bdi>
          </span>
        </summary>
        {line.properties !== undefined && <Body body={line.properties} label="Properties" />}
        {isShown && <Thread id={line.id} />}
        {line.from === "message" && (
          <p class="sect">
            <Go to={["outbox", line.id]} text="The message as it was rendered" />
          </p>
        )}
      </details>
      {cause === undefined ? (
        <span class="cause soft">
          {line.from === "event" ? "the fixture, or the service" : line.from}
        </span>
      ) : (
        <Go class="cause acc" to={cause.place} text={cause.text} />
      )}
    </li>
  );
}
