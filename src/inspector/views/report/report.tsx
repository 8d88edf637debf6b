import { useState } from "preact/hooks";
import type { RuleResult } from "../../../report/card-shape.ts";
import { Empty, Go, Scroll } from "../../parts/layout.tsx";
import { stepKeys, useCommand, useKeys, usePage } from "../../parts/page.ts";
import { RuleSum, verdictLook, VerdictSign, worstFirst } from "../../parts/rules.tsx";
import { Icon } from "../../parts/signs.tsx";
import { counted, span } from "../../parts/time.ts";
import { Coverage, Policy, WhatIf } from "./rest.tsx";

/** What the client did, judged as it runs. */
export function Report() {
  const { store, ui } = usePage();
  const card = store.card.value;
  const [at, setAt] = useState(0);
  useCommand("report", "--running");
  const rules = worstFirst(card?.rules);
  useKeys({
    ...stepKeys(rules, rules[at], (rule) => setAt(rules.indexOf(rule))),
    Enter: {
      label: "open its call",
      run: () => {
        const exchange = rules[at]?.evidence[0]?.exchanges[0];
        if (exchange !== undefined) ui.go("live", exchange);
      },
    },
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
    <div class="two even">
      <section class="col" aria-label="Rules">
        <RuleSum rules={rules}>
          <p class="soft">
            {counted(requests, "request")} in {counted(calls, "call")}, {span(seconds * 1000)}
          </p>
        </RuleSum>
        <Scroll label="Verdict of each rule">
          {rules.map((rule, index) => (
            <RuleBlock key={rule.rule} rule={rule} isOn={index === at} />
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
        <span class="soft">
          {" "}
          {word}
          {leans}
        </span>
      </summary>
      <p>
        <bdi>{message}</bdi>
      </p>
      <ul>
        {evidence.slice(0, 20).map(({ result, text, exchanges }) => (
          <li key={text} class="evidence">
            <VerdictSign verdict={result} />
            <bdi>{text}</bdi>
            {exchanges.slice(-1).map((exchange) => (
              <Go key={exchange} to={["live", exchange]} text="open" />
            ))}
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
