import type { ComponentChild, ComponentChildren, RenderableProps } from "preact";
import { laidOut } from "../client/schema.ts";
import { hrefOf } from "../store/ui.ts";
import { CopyButton, Icon, type IconName, type Tone } from "./signs.tsx";

/** What a part is given: something of its own, further classes, and what is in it. */
type Given<Own> = Readonly<RenderableProps<Own & { class?: string }>>;

export const Scroll = ({ label, children }: Given<{ label: string }>) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={label}>
    {children}
  </div>
);

export const Sect = (of: Given<{ title: ComponentChildren }>) => (
  <section class={`sect ${of.class ?? ""}`}>
    <h3>{of.title}</h3>
    {of.children}
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

/** What is to be known before all else, on a ground of its tone. */
export const Why = ({ tone, icon, children }: Given<{ tone: Tone; icon: IconName }>) => (
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

export const Loading = ({ of }: { of: string }) => (
  <p class="sect soft" role="status">
    Loading {of} …
  </p>
);

export const Trouble = ({ problem }: { problem: string }) =>
  problem === "" ? null : (
    <p class="sect bad" role="alert">
      {problem}
    </p>
  );

/** Names with what stands behind each; without null and false. */
export const Pairs = (pairs: Given<{ of: Readonly<Record<string, ComponentChildren>> }>) => (
  <dl class={`kv ${pairs.class ?? ""}`}>
    {Object.entries(pairs.of)
      .filter(([, value]) => value !== null && value !== false)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

export function Headers({ of }: { of: Readonly<Record<string, string>> }) {
  const own = Object.entries(of).map(([name, value]) => [name, <bdi>{value}</bdi>] as const);
  return <Pairs class="mono" of={Object.fromEntries(own)} />;
}

type Text = Given<{ text: string | null }>;

/** A text of somebody else's, cut where there is no room. The whole of it is its title. */
export const Cut = ({ text, class: more = "" }: Text) => (
  <bdi class={`cut ${more}`} title={text ?? ""}>
    {text}
  </bdi>
);

export const Go = (of: Text & { readonly to: readonly string[] }) => (
  <a class={of.class ?? "acc"} href={hrefOf(...of.to)}>
    <bdi>{of.text}</bdi>
  </a>
);

type SumProps = Given<{ of: readonly (readonly [count: number, tone: string, word: string])[] }>;

export const Sum = ({ of, children }: SumProps) => (
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

/** The heads of a table's columns; over numbers they stand to the right. */
type Heads = readonly (readonly [name: ComponentChildren, classes?: string])[];

export const Table = ({ heads, class: more, children }: Given<{ heads: Heads }>) => (
  <table class={more}>
    <thead>
      <tr>
        {heads.map(([name, classes], index) => (
          <th key={index} class={classes}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);

/** Longer than this a body is cut, until somebody asks for the rest. */
const charactersMax = 20_000;

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null)/gi;

/** JSON with its keys, texts and numbers in colour. It is always text: nothing in it is markup. */
function coloured(text: string): ComponentChild[] {
  const parts: ComponentChild[] = [];
  let at = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon = ""] = match;
    const kind = string === undefined ? "n" : colon === "" ? "s" : "k";
    parts.push(text.slice(at, match.index), <span class={kind}>{string ?? whole}</span>, colon);
    at = match.index + whole.length;
  }
  return [...parts, text.slice(at)];
}

export function Body({ body, label }: { body: unknown; label: string }) {
  if (body === undefined) return <p class="soft">no body</p>;
  const whole = laidOut(body);
  const text = whole.slice(0, charactersMax);
  const left = (whole.length - text.length).toLocaleString("en");
  return (
    <pre class="body" tabIndex={0} aria-label={label}>
      {typeof body === "string" ? text : coloured(text)}
      {left !== "0" && <span class="soft">{`\n… ${left} more characters`}</span>}
    </pre>
  );
}
