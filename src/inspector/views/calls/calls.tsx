import type { CardCall } from "../../../report/card-shape.ts";
import { option } from "../../client/commands.ts";
import { Attempts } from "../../parts/thread.tsx";
import { Cut, Why } from "../../parts/layout.tsx";
import { column } from "../../parts/list/columns.tsx";
import { List } from "../../parts/list/list.tsx";
import { useAsked, useCommand, useLoaded, usePage } from "../../parts/page.ts";
import { RuleList, RuleSum, verdictLook, worstFirst } from "../../parts/rules.tsx";
import { Segments } from "../../parts/fields.tsx";
import { Badge, Legend, type Look } from "../../parts/signs.tsx";
import { span } from "../../parts/time.ts";
import { axisOf, Lane } from "./lane.tsx";

/** More are not drawn: the report has them. */
const callsMax = 200;

const kinds = { failed: "with a failure", retried: "with a retry", all: "all" } as const;

const legend: readonly Look[] = [
  ["wait", "wait", "429"],
  ["bad", "bad", "5xx"],
  ["bad", "no", "other 4xx"],
  ["bad", "lost", "lost"],
  ["ok", "ok", "2xx"],
];

/** A call is called by its first attempt. */
const idOf = ({ attempts }: CardCall): string => attempts[0]?.exchange ?? "";

export function Calls() {
  const { store, ui } = usePage();
  const [kind, setKind] = useAsked("show", kinds, "failed");
  const account = store.account.value;
  // Calls that went well are asked for only where somebody looks at them.
  const whole = useLoaded(
    async () =>
      kind === "all"
        ? store.control.call("GET /report", { running: "true", calls: "all", account })
        : undefined,
    [kind, store.card.value, account],
  );
  const card = kind === "all" ? whole.value : store.card.value;
  useCommand("report", "--running", ...option("--account", account));
  const calls = card?.calls
    .filter(({ attempts }) => kind !== "retried" || attempts.length > 1)
    .slice(-callsMax)
    .toReversed();
  const axis = axisOf((calls ?? []).slice(0, 30));
  const openLast = (call?: CardCall) => (): void =>
    call && ui.go("live", call.attempts.at(-1)?.exchange ?? "");
  return (
    <List<CardCall>
      of="calls"
      order="newest first"
      rows={calls}
      problem={whole.problem || store.cardProblem.value}
      idOf={idOf}
      textOf={({ about }) => about}
      hint="create_event, a profile …"
      tools={<Segments label="Which calls" options={kinds} value={kind} choose={setKind} />}
      height={48}
      columns={[
        column("call", 130, (call) => <About call={call} />, { grows: 1 }),
        column("timeline", 190, (call) => <Lane call={call} axis={axis} />, {
          note: `0 to ${span(axis * 1000)}`,
          grows: 2,
        }),
        column("verdicts so far", 130, (call) => <Verdicts of={call} />, { yields: 1 }),
      ]}
      below={
        <Legend looks={legend}>
          <span>hatched: asked to wait</span>
          <span>line: waited</span>
        </Legend>
      }
      none="No call failed or was retried"
      noneSays="A timeline is drawn for each call that met a failure. Plan one, and see what your client does:"
      noneCommand="service-emulator faults add create_event --status 429 --retry-after 2 --times 2"
      opensFirst
      sideName="Call, and verdicts so far"
      keys={(call) => ({ o: { label: "open the last attempt", run: openLast(call) } })}
      side={(call) => (
        <>
          {call !== undefined && <Chosen call={call} />}
          <SoFar />
        </>
      )}
    />
  );
}

const About = ({ call: { about, operation, named, knownBy } }: { call: CardCall }) => (
  <div class="two-lines">
    <bdi class="op cut">{operation}</bdi>
    <span class="row2">
      <span class="tag">{named ?? knownBy}</span>
      <Cut class="soft" text={about.slice(operation.length).replace(/^ for /, "")} />
    </span>
  </div>
);

const Verdicts = ({ of: { verdicts } }: { of: CardCall }) => (
  <span class="row2">
    {verdicts.slice(0, 2).map(({ rule, result }) => {
      const [tone, icon] = verdictLook(result);
      return <Badge key={rule} look={[tone === "wait" ? "und" : tone, icon, rule]} />;
    })}
  </span>
);

const Chosen = ({ call }: { call: CardCall }) => (
  <section aria-label="Call">
    <h2 class="sr">Call</h2>
    <Sentence of={call} />
    <div class="sect chosen-lane">
      <Lane call={call} axis={axisOf([call])} isLarge />
    </div>
    <Attempts call={call} />
  </section>
);

function Sentence({ of: { verdicts } }: { of: CardCall }) {
  const [worst, ...others] = verdicts;
  if (worst === undefined) return null;
  const [tone, icon, word] = verdictLook(worst.result);
  const rest = others.filter(({ result }) => result === worst.result).slice(0, 2);
  return (
    <Why tone={tone} icon={icon}>
      <span class="sr">{word}: </span>
      <bdi class="strong">{worst.text}</bdi>
      {rest.map(({ text }) => (
        <div key={text}>
          <bdi>{text}</bdi>
        </div>
      ))}
    </Why>
  );
}

function SoFar() {
  const rules = worstFirst(usePage().store.card.value?.rules);
  const undecided = rules.find(({ wouldDecide }) => wouldDecide !== null);
  return (
    <section aria-label="Verdicts so far">
      <RuleSum rules={rules} />
      <RuleList rules={rules} />
      {undecided !== undefined && (
        <p class="sect ink2">
          Undecided calls are identified by likeness alone. To decide: {undecided.wouldDecide}.
        </p>
      )}
    </section>
  );
}
