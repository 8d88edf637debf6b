import { Icon, type IconName } from "./icon.tsx";

/** What is known of a response at a glance: a colour, a shape and a word. */
export interface Look {
  readonly tone: "ok" | "wait" | "bad" | "idle";
  readonly icon: IconName;
  readonly word: string;
}

/** How a response looks: ● 2xx, ▲ 429, ◇ other 4xx, ■ 5xx, a crossed ring where none arrived. */
export function lookOf(status: number | null, lostStatus: number | null = null): Look {
  if (status === null || lostStatus !== null) return { tone: "bad", icon: "lost", word: "lost" };
  if (status === 429) return { tone: "wait", icon: "wait", word: "429" };
  if (status >= 500) return { tone: "bad", icon: "bad", word: String(status) };
  if (status >= 400) return { tone: "bad", icon: "no", word: String(status) };
  return { tone: "ok", icon: "ok", word: String(status) };
}

/** The status of a response. */
export function Status({ status, lost }: { status: number | null; lost?: number | null }) {
  const { tone, icon, word } = lookOf(status, lost);
  return (
    <span class={`st ${tone}`}>
      <Icon name={icon} />
      {word}
    </span>
  );
}

export type Tone = "ok" | "wait" | "bad" | "fault" | "idle" | "und" | "na";

/** A word with its sign, on a soft ground. */
export const Badge = ({
  tone,
  icon,
  children,
}: {
  tone: Tone;
  icon: IconName;
  children: string;
}) => (
  <span class={`badge ${tone}`}>
    <Icon name={icon} />
    <bdi>{children}</bdi>
  </span>
);
