import type { RenderableProps } from "preact";
import type { RuleResult } from "../../report/card-shape.ts";
import { Cut, Sum } from "./layout.tsx";
import { type Look, Sign } from "./signs.tsx";

/** What a card says of one rule, whoever is judged. */
type Judged = Omit<RuleResult, "rule" | "evidence" | "advice"> & { readonly rule: string };

const held = ["ok", "pass", "held"] as const;
const broken = ["bad", "fail", "broken"] as const;

const looks: Readonly<Record<string, Look<"ok" | "bad" | "wait">>> = {
  pass: held,
  passed: held,
  fail: broken,
  failed: broken,
  undecided: ["wait", "und", "undecided"],
};

/** How a verdict looks and is said: held, broken, undecided, not exercised. */
export const verdictLook = (verdict: string): Look<"ok" | "bad" | "wait" | "idle"> =>
  looks[verdict] ?? ["idle", "na", "not exercised"];

export const VerdictSign = ({ verdict }: { verdict: string }) => (
  <Sign look={verdictLook(verdict)} />
);

const order = ["fail", "undecided", "pass", "not exercised"];

export const worstFirst = <R extends { readonly verdict: string }>(rules: readonly R[] = []): R[] =>
  rules.toSorted((a, b) => order.indexOf(a.verdict) - order.indexOf(b.verdict));

export function RuleSum({ rules, children }: RenderableProps<{ rules: readonly Judged[] }>) {
  const count = (verdict: Judged["verdict"]) =>
    rules.filter((rule) => rule.verdict === verdict).length;
  const failed = count("fail");
  return (
    <Sum
      of={[
        [failed, failed > 0 ? "bad" : "", "broken"],
        [count("pass"), "ok", "held"],
        [count("undecided"), "wait", "undecided"],
        [count("not exercised"), "", "not exercised"],
      ]}
    >
      {children}
    </Sum>
  );
}

export const RuleList = ({ rules }: { readonly rules: readonly Judged[] }) => (
  <ul>
    {rules.map(({ rule, title, verdict, leaning, message }) => (
      <li key={rule} class={`rule ${verdict === "not exercised" ? "quiet" : ""}`}>
        <VerdictSign verdict={verdict} />
        <b title={title}>{rule}</b>
        <Cut
          text={`${leaning !== null && verdict === "undecided" ? `leans ${leaning}. ` : ""}${message}`}
        />
      </li>
    ))}
  </ul>
);
