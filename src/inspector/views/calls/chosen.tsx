import type { CallVerdict, CardAttempt, CardCall } from "../../../report/card-shape.ts";
import { earlyMs } from "../../parts/early.ts";
import { Go } from "../../parts/layout.tsx";
import { usePage } from "../../parts/page.ts";
import { verdictLook } from "../../parts/rules.tsx";
import { Icon, Status } from "../../parts/signs.tsx";
import { type Column, Table } from "../../parts/table.tsx";
import { clockTime, span } from "../../parts/time.ts";
import { axisOf, Lane } from "./lane.tsx";

/** The call that is looked at: its cause in a sentence, its timeline, its attempts. */
export function Chosen({ call }: { call: CardCall }) {
  const { store } = usePage();
  const [worst, ...others] = call.verdicts;
  const before = (index: number) => call.attempts[index - 1];
  const columns: readonly Column<CardAttempt>[] = [
    ["attempt", "mono", (_, index) => index + 1],
    [
      "arrived",
      "mono",
      ({ exchange, at }) => {
        const entry = store.requests.get(exchange);
        const when = entry ? clockTime(entry.arrivedWorld, true) : `+${span(at * 1000)}`;
        return <Go to={["live", exchange]} text={when} />;
      },
    ],
    ["response", "mono", ({ status }) => <Status status={status} />],
    ["then", "wrap", (attempt, index) => <Then attempt={attempt} early={earlyMs(call, index)} />],
    [
      "not before",
      "num",
      (_, index) => {
        const promised = before(index)?.promisedUntil;
        return promised != null && clockTime(Date.parse(promised), true);
      },
    ],
    [
      "waited / asked",
      "num",
      ({ waited }, index) => {
        const asked = before(index)?.retryAfter;
        const after = asked == null ? "–" : span(asked * 1000);
        return waited !== null && `${span(waited * 1000)} / ${after}`;
      },
    ],
  ];
  return (
    <section class="chosen" aria-label="Call">
      {worst !== undefined && <Sentence finding={worst} others={others} />}
      <div class="sect chosen-lane">
        <Lane call={call} axis={axisOf([call])} isLarge />
      </div>
      <Table
        label="Attempts"
        rows={call.attempts}
        keyOf={({ exchange }) => exchange}
        columns={columns}
      />
    </section>
  );
}

function Sentence({ finding, others }: { finding: CallVerdict; others: readonly CallVerdict[] }) {
  const [tone, icon, word] = verdictLook(finding.result);
  const ground = tone === "bad" ? "bad" : tone === "wait" ? "wait" : "";
  const rest = others.filter(({ result }) => result === finding.result).slice(0, 2);
  return (
    <div class={`why ${ground}`}>
      <Icon name={icon} className={tone} />
      <div>
        <span class="sr">{word}: </span>
        <b>
          <bdi>{finding.text}</bdi>
        </b>
        {rest.map(({ text }) => (
          <div key={text}>
            <bdi>{text}</bdi>
          </div>
        ))}
      </div>
    </div>
  );
}

/** What came of an attempt, and what it came too early for. */
function Then({ attempt, early }: { attempt: CardAttempt; early: number }) {
  const { exchange, retryAfter, faults } = attempt;
  const { written = [] } = usePage().store.requests.get(exchange) ?? {};
  return (
    <>
      {early > 0 && (
        <span class="bad">
          <Icon name="fail" /> {span(early)} too early.{" "}
        </span>
      )}
      {retryAfter !== null && `Retry-After: ${retryAfter}. `}
      {faults.length > 0 && <span class="fault">{faults.join(", ")}. </span>}
      {written.length > 0 && `Wrote ${written.length}.`}
    </>
  );
}
