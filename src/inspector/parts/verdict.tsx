import { Icon, type IconName } from "./icon.tsx";

/** How a verdict looks and is said: held, broken, undecided with its leaning, not exercised. */
export interface VerdictLook {
  readonly tone: "ok" | "bad" | "wait" | "idle";
  readonly icon: IconName;
  readonly word: string;
}

const looks: Readonly<Record<string, VerdictLook>> = {
  pass: { tone: "ok", icon: "pass", word: "held" },
  passed: { tone: "ok", icon: "pass", word: "held" },
  fail: { tone: "bad", icon: "fail", word: "broken" },
  failed: { tone: "bad", icon: "fail", word: "broken" },
  undecided: { tone: "wait", icon: "und", word: "undecided" },
};

export const verdictLook = (verdict: string): VerdictLook =>
  looks[verdict] ?? { tone: "idle", icon: "na", word: "not exercised" };

/** The sign of a verdict, with its word for those who do not see it. */
export function VerdictSign({ verdict }: { verdict: string }) {
  const { tone, icon, word } = verdictLook(verdict);
  return (
    <span class={tone} title={word}>
      <Icon name={icon} />
      <span class="sr">{word}</span>
    </span>
  );
}
