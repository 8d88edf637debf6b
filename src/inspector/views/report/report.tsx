import { useState } from "preact/hooks";
import type { Card } from "../../client/card.ts";
import { commandOf } from "../../client/commands.ts";
import { Icon } from "../../parts/icon.tsx";
import { counted, span } from "../../parts/time.ts";
import { useCommand, useKeys, usePage } from "../../parts/use-page.ts";
import { verdictLook, VerdictSign } from "../../parts/verdict.tsx";
import { Coverage, Policy, WhatIf } from "./rest.tsx";

const order = ["fail", "undecided", "pass", "not exercised"];

/** What the client did, judged as it runs. */
export function Report() {
  const { store, ui } = usePage();
  const card = store.card.value;
  const [at, setAt] = useState(0);
  useCommand(commandOf("report", "--running"));
  const rules = (card?.rules ?? []).toSorted(
    (a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict),
  );
  useKeys({
    j: { label: "next", run: () => setAt(Math.min(at + 1, rules.length - 1)) },
    k: { label: "back", run: () => setAt(Math.max(at - 1, 0)) },
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
      <div class="empty">
        <b>There is nothing to grade yet</b>
        <p>Run your client against this emulator. The card fills as requests come.</p>
      </div>
    );
  return (
    <div class="two even">
      <section class="col" aria-label="Rules">
        <Sum card={card} />
        <div class="scroll" tabIndex={0} role="region" aria-label="Verdict of each rule">
          {rules.map((rule, index) => (
            <RuleBlock key={rule.rule} rule={rule} isOn={index === at} />
          ))}
        </div>
      </section>
      <aside class="side" aria-label="Coverage, limits and policy">
        <Policy card={card} />
        <Coverage card={card} />
        <WhatIf card={card} />
      </aside>
    </div>
  );
}

function Sum({ card: { run, rules } }: { card: Card }) {
  const count = (verdict: string) => rules.filter((rule) => rule.verdict === verdict).length;
  return (
    <div class="sum">
      <div>
        <b class={count("fail") > 0 ? "bad" : ""}>{count("fail")}</b>broken
      </div>
      <div>
        <b class="ok">{count("pass")}</b>held
      </div>
      <div>
        <b class="wait">{count("undecided")}</b>undecided
      </div>
      <div>
        <b>{count("not exercised")}</b>not exercised
      </div>
      <p class="soft">
        {counted(run.requests, "request")} in {counted(run.calls, "call")},{" "}
        {span(run.seconds * 1000)}
      </p>
    </div>
  );
}

function RuleBlock({ rule, isOn }: { rule: Card["rules"][number]; isOn: boolean }) {
  const { verdict, leaning, title, message, evidence, wouldDecide } = rule;
  const { word } = verdictLook(verdict);
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
            {exchanges[0] !== undefined && (
              <a class="acc" href={`#/live/${exchanges.at(-1)}`}>
                open
              </a>
            )}
          </li>
        ))}
      </ul>
      {wouldDecide !== null && (
        <p class="soft">
          <Icon name="und" className="wait" /> To decide: {wouldDecide}.
        </p>
      )}
    </details>
  );
}
