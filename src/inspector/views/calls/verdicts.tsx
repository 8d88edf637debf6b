import { usePage } from "../../parts/use-page.ts";
import { VerdictSign } from "../../parts/verdict.tsx";

const order = ["fail", "undecided", "pass", "not exercised"];

/** The verdict of each rule so far, the worst first. */
export function Verdicts() {
  const { store } = usePage();
  const card = store.card.value;
  const rules = (card?.rules ?? []).toSorted(
    (a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict),
  );
  const count = (verdict: string) => rules.filter((rule) => rule.verdict === verdict).length;
  const undecided = rules.find(({ wouldDecide }) => wouldDecide !== null);
  return (
    <aside class="side" aria-label="Verdicts so far">
      <div class="sum">
        <div>
          <b class="bad">{count("fail")}</b>broken
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
      </div>
      <ul>
        {rules.map(({ rule, title, verdict, leaning, message }) => (
          <li key={rule} class={`rule ${verdict === "not exercised" ? "quiet" : ""}`}>
            <VerdictSign verdict={verdict} />
            <b title={title}>{rule}</b>
            <bdi class="cut" title={message}>
              {leaning !== null && verdict === "undecided" ? `leans ${leaning}. ` : ""}
              {message}
            </bdi>
          </li>
        ))}
      </ul>
      {undecided?.wouldDecide != null && (
        <p class="sect ink2">
          Undecided calls are identified by likeness alone. To decide: {undecided.wouldDecide}.
        </p>
      )}
    </aside>
  );
}
