import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { ReportCard, RuleResult } from "../../../report/card-shape.ts";
import { CopyButton, Icon, type Look, Sign } from "../../parts/signs.tsx";
import { Cut, Empty, Go, Pairs, Scroll, Table } from "../../parts/layout.tsx";
import { stepKeys, useCommand, useKeys, usePage } from "../../parts/page.ts";
import { RuleSum, verdictLook, VerdictSign, worstFirst } from "../../parts/rules.tsx";
import { counted, span } from "../../parts/time.ts";

export function Report() {
  const { store, ui } = usePage();
  const card = store.card.value;
  const [at, setAt] = useState(0);
  useCommand("report", "--running");
  const rules = worstFirst(card?.rules);
  const openCall = (): void => {
    const exchange = rules[at]?.evidence[0]?.exchanges[0];
    if (exchange !== undefined) ui.go("live", exchange);
  };
  useKeys({
    ...stepKeys(rules, rules[at], (rule) => setAt(rules.indexOf(rule))),
    Enter: { label: "open its call", run: openCall },
  });
  if (card === undefined || card.run.requests === 0)
    return (
      <Empty
        title="There is nothing to grade yet"
        says="Run your client against this emulator. The card fills as requests come."
      />
    );
  const { requests, calls, seconds } = card.run;
  return (
    <div class="two">
      <section class="col" aria-label="Rules">
        <RuleSum rules={rules}>
          <p class="soft">
            {counted(requests, "request")} in {counted(calls, "call")}, {span(seconds * 1000)}
          </p>
        </RuleSum>
        <Scroll label="Verdict of each rule">
          {rules.map((of, nth) => (
            <RuleBlock key={of.rule} rule={of} isOn={nth === at} />
          ))}
        </Scroll>
      </section>
      <aside class="side" aria-label="Coverage, limits and policy">
        <Policy card={card} />
        <Coverage card={card} />
        <WhatIf card={card} />
      </aside>
    </div>
  );
}

function RuleBlock({ rule, isOn }: { rule: RuleResult; isOn: boolean }) {
  const { verdict, leaning, title, message, evidence, wouldDecide, advice } = rule;
  const [, , word] = verdictLook(verdict);
  const leans = leaning !== null && verdict === "undecided" ? `, leans ${leaning}` : "";
  return (
    <details class={`sect verdict ${isOn ? "on" : ""}`} open={verdict === "fail"}>
      <summary>
        <VerdictSign verdict={verdict} /> <b class="mono">{rule.rule}</b> {title}
        <span class="soft">{` ${word}${leans}`}</span>
      </summary>
      <p>
        <bdi>{message}</bdi>
      </p>
      <ul>
        {evidence.slice(0, 20).map(({ result, text, exchanges }) => (
          <li key={text} class="evidence">
            <VerdictSign verdict={result} />
            <bdi>{text}</bdi>
            {exchanges.length > 0 && <Go to={["live", exchanges.at(-1) ?? ""]} text="open" />}
          </li>
        ))}
      </ul>
      {advice !== null && (
        <p class="soft">
          {advice.text} <code>{advice.option}</code>
        </p>
      )}
      {wouldDecide !== null && (
        <p class="soft">
          <Icon name="und" className="wait" /> To decide: {wouldDecide}.
        </p>
      )}
    </details>
  );
}

const Part = (of: { title: string; class?: string; children: ComponentChildren }) => (
  <section class={`sect ${of.class ?? ""}`}>
    <h2>{of.title}</h2>
    {of.children}
  </section>
);

function Policy({ card: { policy } }: { card: ReportCard }) {
  const { reasons, ...values } = policy;
  return (
    <Part title="Suggested retry policy">
      <Pairs
        class="pad"
        of={{
          attempts: `at most ${policy.attempts}`,
          wait: `a random time up to ${span(policy.baseMs)}, × ${policy.factor} each time, at most ${span(policy.capMs)}`,
          "Retry-After": policy.honourRetryAfter ? "wait at least as long" : "not used",
          statuses: <span class="mono">{policy.retryStatuses.join(" ")}</span>,
        }}
      />
      {reasons.map((reason) => (
        <p class="ink2 pad" key={reason}>
          <bdi>{reason}</bdi>
        </p>
      ))}
      <div class="pad">
        <CopyButton text={JSON.stringify(values, null, 2)} what="the policy" label="Copy as JSON" />
      </div>
    </Part>
  );
}

const lookOf = (open: number, undecided: number): Look => {
  if (open === 0) return ["ok", "pass", "handled"];
  return undecided > 0 ? ["wait", "und", "undecided"] : ["bad", "fail", "not handled"];
};

const Coverage = ({ card: { coverage } }: { card: ReportCard }) => (
  <Part title="Faults that it met">
    {coverage.pairs.length === 0 && <p class="soft">none yet</p>}
    <ul>
      {coverage.pairs.map(({ operation, fault, met, survived, undecided }) => (
        <li class="evidence" key={operation + fault}>
          <Sign look={lookOf(met - survived, undecided)} />
          <bdi class="op">{operation}</bdi>
          <span>{`${fault}, ${survived} of ${met}`}</span>
        </li>
      ))}
    </ul>
    {coverage.neverMet.length > 0 && (
      <p class="wait pad">
        <Icon name="und" /> Planned, and met by no request: {coverage.neverMet.join(", ")}.
      </p>
    )}
  </Part>
);

/** What the limits of other tiers would have done to this client. */
function WhatIf({ card: { whatIf } }: { card: ReportCard }) {
  const [first] = whatIf.operations;
  if (first === undefined) return null;
  const numbers = ["peak a second", ...first.tiers.map(({ tier }) => tier)];
  return (
    <Part title="429s that each tier would give" class="whatif">
      <Table heads={[["operation"], ...numbers.map((head) => [head, "num"] as const)]}>
        {whatIf.operations.slice(0, 30).map(({ operation, perSecond, tier: own, tiers }) => (
          <tr key={operation}>
            <td class="op cut most">
              <Cut text={operation} />
            </td>
            <td class="num">{perSecond}</td>
            {tiers.map(({ tier, refused }) => (
              <td
                key={tier}
                class={`num ${refused > 0 ? "wait" : "soft"} ${tier === own ? "strong" : ""}`}
              >
                {refused}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Part>
  );
}
