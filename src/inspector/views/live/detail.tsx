import type { RenderableProps } from "preact";
import { useComputed } from "@preact/signals";
import type { ShownEntry } from "../../../control/requests/requests.ts";
import { Attempts, Thread } from "../../parts/thread.tsx";
import { Meter } from "../../parts/drawn.tsx";
import { Body, Cut, Empty, Headers, Loading, Scroll, Sect, Why } from "../../parts/layout.tsx";
import { useCall, useOnce, usePage } from "../../parts/page.ts";
import { Icon, Status, Button } from "../../parts/signs.tsx";
import { instant, took } from "../../parts/time.ts";
import { Acts, whyOf } from "./acts.tsx";

export function Detail({ id }: { id: string }) {
  const { store } = usePage();
  const isOver = useComputed(() => {
    void store.requests.version.value;
    return store.requests.get(id)?.durationMs !== null;
  }).value;
  const { value: detail, problem } = useCall("GET /requests/{id}", { id }, [isOver]);
  if (problem !== "") return <Empty title="This request is not shown" says={problem} />;
  return detail === undefined ? <Loading of="the request" /> : <Whole detail={detail} />;
}

function Whole({ detail }: { detail: ShownEntry }) {
  const { store, ui } = usePage();
  const { method, target, key, app, revision, durationMs, operation, sentBy } = detail;
  const { request, response, retryAfter } = detail;
  const by = key !== null ? `key ${key}` : app !== null ? `app ${app}` : "no key";
  const from = sentBy === "client" ? "" : ` · sent by the ${sentBy}`;
  const line = `${method} ${target} · ${by} · ${revision ?? "no revision"} · ${took(durationMs)} ms${from}`;
  const place = store.callOf.value.get(detail.id);
  return (
    <>
      <div class="title">
        <div class="l1">
          <Status status={detail.status} lost={detail.lostStatus} />
          <h2 class="op cut">{operation ?? "no operation"}</h2>
          <span class="grow" />
          <Button class="btn bare small" press={() => ui.go("live")}>
            Esc<span class="sr"> closes the request</span>
          </Button>
        </div>
        <Cut class="soft mono" text={line} />
      </div>
      <Scroll label="What is known of it">
        <Cause detail={detail} />
        <Stages detail={detail} />
        <Counters detail={detail} />
        {place !== undefined && <Attempts call={place.call} at={place.index} />}
        <Wrote detail={detail} />
        {detail.written.length > 0 && <Thread id={detail.id} />}
        <Sect
          title={[
            "Response ",
            <span class="soft mono">{`${detail.bodyBytes.toLocaleString("en")} B`}</span>,
            <span class="grow" />,
            retryAfter !== null && <bdi class="mono">retry-after: {retryAfter}</bdi>,
          ]}
        >
          <Body body={response.body} label="Body of the response" />
          {response.truncated && <p class="soft">Only a part of it was kept or sent.</p>}
        </Sect>
        <Sect title="Request">
          <Body body={request.body} label="Body of the request" />
          {request.truncated && <p class="soft">Only the beginning of it is kept.</p>}
        </Sect>
        <Guesses operation={operation} />
        <FoldedHeaders name="Headers of the response" of={response.headers} />
        <FoldedHeaders name="Headers of the request" of={request.headers} />
      </Scroll>
      <Acts detail={detail} />
    </>
  );
}

function Cause({ detail }: { detail: ShownEntry }) {
  const { tone, cause, advice } = whyOf(detail) ?? {};
  if (tone === undefined) return null;
  return (
    <Why tone={tone} icon={tone === "wait" ? "wait" : detail.status === null ? "lost" : "no"}>
      <bdi class="strong">{cause}</bdi>
      {advice !== "" && <br />}
      <bdi>{advice}</bdi>
    </Why>
  );
}

function Stages({ detail: { stages, status } }: { detail: ShownEntry }) {
  const { stages: all } = useOnce("GET /stages") ?? { stages: [] };
  const tone = status === 429 ? "wait" : "bad";
  const at = all.findIndex(({ name }) => name === stages.at(-1)?.name);
  return (
    <Sect title="Stages">
      <ol class="stages">
        {stages.map(({ name, outcome }) => (
          <li key={name} title={outcome}>
            {["refused", "failed", "planned"].includes(outcome) ? (
              <span class={`here ${tone}`}>
                <Icon name={tone === "wait" ? "wait" : "no"} /> {name}
              </span>
            ) : (
              <>
                <Icon name="pass" className="ok" />
                {name}
              </>
            )}
            <span class="sr">{outcome}</span>
          </li>
        ))}
        {at >= 0 &&
          all.slice(at + 1).map(({ name }) => (
            <li key={name} class="off" title="not reached">
              {name}
              <span class="sr">not reached</span>
            </li>
          ))}
      </ol>
    </Sect>
  );
}

function Counters({ detail: { counters, arrivedWorld } }: { detail: ShownEntry }) {
  if (counters.length === 0) return null;
  return (
    <Sect title="Limits as they were">
      {counters.map(({ name, window, used, limit, opensAtMs, refused }) => (
        <div class="gauge" key={name + window} title={name}>
          <span>{window}</span>
          <Meter share={used / limit} tone={refused ? "wait" : "acc"} />
          <span class="num">{`${used} / ${limit}`}</span>
          <span class="soft nowrap">opens {instant(opensAtMs, arrivedWorld)}</span>
        </div>
      ))}
    </Sect>
  );
}

function Wrote({ detail: { written, status } }: { detail: ShownEntry }) {
  const why = (status ?? 0) >= 400 ? ": a rejected request writes nothing" : "";
  return (
    <Sect title="Wrote" class="line1">
      {written.length === 0 ? (
        <span class="ink2">nothing{why}</span>
      ) : (
        <ul class="wrote">
          {written.slice(0, 50).map(({ collection, id, change }) => (
            <li key={collection + id + change}>
              {change} <span class="ink2">{collection}</span> <bdi class="mono">{id}</bdi>
            </li>
          ))}
          {written.length > 50 && <li class="soft">and {written.length - 50} more</li>}
        </ul>
      )}
    </Sect>
  );
}

function Guesses({ operation }: { operation: string | null }) {
  const { guesses } = useOnce("GET /truth") ?? { guesses: [] };
  const own = guesses.filter(({ operations }) => operations.includes(operation ?? ""));
  return (
    own.length > 0 && (
      <Folded name="Guesses" count={own.length}>
        {own.map(({ says }) => (
          <p key={says}>{says}</p>
        ))}
      </Folded>
    )
  );
}

type FoldedProps = RenderableProps<{ name: string; count: number }>;

const Folded = ({ name, count, children }: FoldedProps) => (
  <details class="sect">
    <summary>
      {name} <span class="soft">{count}</span>
    </summary>
    {children}
  </details>
);

const FoldedHeaders = ({ name, of }: { name: string; of: Readonly<Record<string, string>> }) => (
  <Folded name={name} count={Object.keys(of).length}>
    <Headers of={of} />
  </Folded>
);
