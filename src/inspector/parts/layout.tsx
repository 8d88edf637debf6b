import type { ComponentChildren, RenderableProps } from "preact";
import { hrefOf } from "../store/ui.ts";
import { CopyButton } from "./act-button.tsx";
import { Icon, type IconName, type Tone } from "./signs.tsx";

/** What a part is given: something of its own, further classes, and what is in it. */
type Given<Own> = Readonly<RenderableProps<Own & { class?: string }>>;

/** What scrolls by itself, also by keyboard. */
export const Scroll = ({ label, class: more = "", children }: Given<{ label: string }>) => (
  <div class={`scroll ${more}`} tabIndex={0} role="region" aria-label={label}>
    {children}
  </div>
);

/** A part of a side, below its title. */
export const Sect = ({
  title,
  class: more = "",
  children,
}: Given<{ title: ComponentChildren }>) => (
  <section class={`sect ${more}`}>
    <h3>{title}</h3>
    {children}
  </section>
);

/** What is open, by its name, and what is said of it first. */
export const Head = ({ name, class: more, children }: Given<{ name: string }>) => (
  <div class="sect">
    <h2 class={more}>
      <bdi>{name}</bdi>
    </h2>
    {children}
  </div>
);

type WhyProps = Given<{ tone: Tone; icon: IconName }>;

/** What is to be known before all else, on a ground of its tone. */
export const Why = ({ tone, icon, children }: WhyProps) => (
  <div class={`why ${tone === "ok" ? "" : tone}`}>
    <Icon name={icon} className={tone} />
    <div>{children}</div>
  </div>
);

type EmptyProps = Given<{ title: string; says?: ComponentChildren; command?: string | undefined }>;

/** What stands where there is nothing else: why, and what to type. */
export const Empty = ({ title, says, command, children }: EmptyProps) => (
  <div class="empty">
    <b>{title}</b>
    {says !== undefined && <p>{says}</p>}
    {command !== undefined && (
      <>
        <pre class="body">{command}</pre>
        <CopyButton text={command} what="the command" />
      </>
    )}
    {children}
  </div>
);

/** What stands where something is still asked for. */
export const Loading = ({ of }: { of: string }) => (
  <p class="sect soft" role="status">
    Loading {of} …
  </p>
);

/** Why something is not shown; nothing, if it is. */
export const Trouble = ({ problem }: { problem: string }) =>
  problem === "" ? null : (
    <p class="sect bad" role="alert">
      {problem}
    </p>
  );

/** Names with what stands behind each; without null and false. */
export const Pairs = ({
  of,
  class: more = "",
}: Given<{ of: Readonly<Record<string, ComponentChildren>> }>) => (
  <dl class={`kv ${more}`}>
    {Object.entries(of).map(
      ([name, value]) =>
        value !== null &&
        value !== false && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);

/** Names as they were sent, each with its text. */
export const Headers = ({ of }: { of: Readonly<Record<string, string>> }) => (
  <dl class="kv mono">
    {Object.entries(of).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd class="wrap">
          <bdi>{value}</bdi>
        </dd>
      </div>
    ))}
  </dl>
);

type Text = Given<{ text: string | null }>;

/** A text of somebody else's, cut where there is no room. The whole of it is its title. */
export const Cut = ({ text, class: more = "" }: Text) => (
  <bdi class={`cut ${more}`} title={text ?? ""}>
    {text}
  </bdi>
);

/** Leads to a place of the page. */
export const Go = ({
  to,
  text,
  class: more = "acc",
}: Text & { readonly to: readonly string[] }) => (
  <a class={more} href={hrefOf(...to)}>
    <bdi>{text}</bdi>
  </a>
);

/** Large numbers side by side, each above its word. */
export const Sum = ({
  of,
  children,
}: Given<{ of: readonly (readonly [count: number, tone: string, word: string])[] }>) => (
  <div class="sum">
    {of.map(([count, tone, word]) => (
      <div key={word}>
        <b class={tone}>{count}</b>
        {word}
      </div>
    ))}
    {children}
  </div>
);
