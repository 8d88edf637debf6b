import { usePage } from "../../parts/page.ts";
import { RuleList, RuleSum, worstFirst } from "../../parts/rules.tsx";

/** The verdict of each rule so far, the worst first. */
export function Verdicts() {
  const { store } = usePage();
  const rules = worstFirst(store.card.value?.rules);
  const undecided = rules.find(({ wouldDecide }) => wouldDecide !== null);
  return (
    <aside class="side" aria-label="Verdicts so far">
      <RuleSum rules={rules} />
      <RuleList rules={rules} />
      {undecided !== undefined && (
        <p class="sect ink2">
          Undecided calls are identified by likeness alone. To decide: {undecided.wouldDecide}.
        </p>
      )}
    </aside>
  );
}
