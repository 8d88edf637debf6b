import type { MessageView, WholeMessageView } from "../../../control/messages/message-view.ts";
import { commandOf } from "../../client/commands.ts";
import { followLink } from "../../client/control.ts";
import { ActButton, Badge, Icon, type Look } from "../../parts/signs.tsx";
import { Body, Cut, Go, Head, Pairs, Sect, Trouble } from "../../parts/layout.tsx";
import { column, text } from "../../parts/list/columns.tsx";
import { List } from "../../parts/list/list.tsx";
import { useCall, useCommand, usePage } from "../../parts/page.ts";
import { Thread } from "../../parts/thread.tsx";
import { dayTime } from "../../parts/time.ts";
import type { Act } from "../../store/ui.ts";

const shownMax = 300;

const lookOf = (status: string): Look => {
  if (status === "clicked") return ["ok", "pass", status];
  if (status === "opened") return ["ok", "eye", status];
  const isBad = ["unsubscribed", "bounced", "spam"].includes(status);
  return isBad
    ? ["bad", "fail", status]
    : ["idle", status === "delivered" ? "pass" : "mail", status];
};

const stateOf = ({ status }: MessageView) => <Badge look={lookOf(status)} />;

const sentAt = ({ at }: MessageView): string => dayTime(Date.parse(at));

export function Outbox() {
  const { store, ui } = usePage();
  const account = store.account.value;
  const id = ui.place.value[1];
  useCommand("outbox", ...(id === undefined ? ["list"] : ["show", id]));
  const { value, problem } = useCall("GET /outbox", { account, limit: shownMax });
  return (
    <List<MessageView>
      of="messages"
      order="newest first"
      place={["outbox"]}
      rows={value?.messages.toReversed()}
      problem={problem}
      idOf={(mail) => mail.id}
      textOf={({ to, subject, name, status }) => [to, subject, name, status].join(" ")}
      hint="recipient, subject …"
      columns={[
        column("sent", 150, sentAt, { class: "mono soft", yields: 1, by: ({ at }) => at }),
        text("to", 120, ({ to }) => to, { grows: 2 }),
        text("subject", 120, ({ subject, name }) => subject ?? name, { grows: 3 }),
        column("became", 110, stateOf, { by: ({ status }) => status }),
      ]}
      none="No message was sent yet"
      noneSays="Campaigns, flows and confirmations write here. Nothing leaves this machine."
      sideName="Message"
      side={() => id && <Opened key={id} id={id} />}
      closed="Choose one to see it as it was rendered."
    />
  );
}

function Opened({ id }: { id: string }) {
  const { ui } = usePage();
  const { value: mail, problem } = useCall("GET /outbox/{id}", { id });
  if (problem !== "") return <Trouble problem={problem} />;
  if (mail === undefined) return null;
  const { to, name, subject, campaign, profile, frame, text } = mail;
  // A link in the mail is the person's click: nothing is opened in its place.
  const clicked = (event: Event): void => {
    const link = (event.target as Element | null)?.closest("a[href]");
    if (link == null) return;
    event.preventDefault();
    const path = pathOf((link as HTMLAnchorElement).href);
    const index = mail.links.findIndex(({ url }) => pathOf(url) === path);
    const text = "This link leads out of the mail. It is not recorded as a click.";
    if (index >= 0) void ui.perform(clickOf(mail, index));
    else ui.notice.value = { text, isBad: true };
  };
  return (
    <>
      <Head name={subject ?? name}>
        <Pairs
          of={{
            to: <bdi class="mono">{to}</bdi>,
            from: [campaign === null ? "flow " : "campaign ", <bdi>{name}</bdi>],
            sent: <span class="mono">{sentAt(mail)}</span>,
            became: stateOf(mail),
          }}
        />
        {profile !== null && <Go to={["data", "people", profile]} text="The person" />}
      </Head>
      <Sect title="As rendered" class="rendered">
        {frame === null ? (
          <Body body={text ?? ""} label="The message" />
        ) : (
          <iframe
            title="The message as it was rendered"
            sandbox="allow-same-origin"
            // Looking at it is no open.
            src={pathOf(frame)}
            onLoad={({ currentTarget }) =>
              currentTarget.contentDocument?.addEventListener("click", clicked)
            }
          />
        )}
      </Sect>
      <Links mail={mail} />
      <Thread id={id} />
    </>
  );
}

/** A place of the emulator, under whichever of its names. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url, location.origin);
  return pathname + search;
}

function clickOf({ id, links }: WholeMessageView, index: number): Act {
  const { kind = "click", url = "" } = links[index] ?? {};
  const nth = links.slice(0, index + 1).filter((each) => each.kind === kind).length;
  const flags = kind === "open" || kind === "unsubscribe" ? [`--${kind}`] : ["--link", String(nth)];
  return {
    command: commandOf("outbox", "click", id, ...flags),
    run: () => followLink(url),
    done: `Did what the link says: ${kind}. What it caused stands below.`,
  };
}

function Links({ mail }: { mail: WholeMessageView }) {
  if (mail.links.length === 0) return null;
  return (
    <Sect title="Its links">
      <ul class="links">
        {mail.links.map(({ kind, url, target }, at) => (
          <li key={url}>
            <Icon name={kind === "open" ? "eye" : kind === "unsubscribe" ? "na" : "step"} />
            {kind}
            <Cut class="soft" text={target} />
            <span class="grow" />
            <ActButton isSmall act={clickOf(mail, at)} text={kind === "open" ? "Open" : "Click"} />
          </li>
        ))}
      </ul>
    </Sect>
  );
}
