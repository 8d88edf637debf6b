import type { Action } from "../grammar/flow-actions.ts";
import type { Sending } from "./read.ts";

type Links = Readonly<Record<string, string | null>>;

/** An action with its links led elsewhere. @param to what an id becomes */
export function withLinks<A extends Action>(says: A, to: (id: string) => string | null): A {
  const led = (links: Links | null | undefined) =>
    links &&
    Object.fromEntries(
      Object.entries(links).map(([name, id]) => [name, id === null ? null : to(id)]),
    );
  if (says.type === "multi-branch-split") {
    const { data } = says;
    if (data == null) return says;
    const branches = data.branches.map((branch) => ({ ...branch, links: led(branch.links) }));
    return { ...says, data: { ...data, branches } };
  }
  return { ...says, links: led(says.links as Links | null | undefined) };
}

/** An action with something made of all that it sends: of itself, or of what is tried in it, the main one first. */
export function withSendings<A extends Action>(
  says: A,
  make: (sending: Sending, index: number) => Sending,
): A {
  switch (says.type) {
    case "send-email":
    case "send-sms":
    case "send-mobile-push":
    case "send-whatsapp":
    case "send-webhook":
    case "send-internal-alert":
      return make(says as Sending, 0) as A;
    case "ab-test":
    case "content-experiment": {
      const { main_action, current_experiment: experiment, ...data } = says.data;
      const main = make(main_action, 0);
      const tried = experiment && {
        ...experiment,
        variations: experiment.variations.map((each, index) => make(each, index + 1)),
      };
      return {
        ...says,
        data: {
          ...data,
          main_action: main,
          ...(tried !== undefined && { current_experiment: tried }),
        },
      };
    }
    default:
      return says;
  }
}

/** Where the links of an action lead, as far as they lead anywhere, and where each lies. */
export function eachLink(
  says: Action,
  at: string,
): readonly { readonly to: string; readonly at: string }[] {
  const led = (links: Links | null | undefined, place: string) =>
    Object.entries(links ?? {}).flatMap(([name, to]) =>
      to === null ? [] : [{ to, at: `${place}/links/${name}` }],
    );
  if (says.type !== "multi-branch-split") {
    return led(says.links as Links | null | undefined, at);
  }
  return (says.data?.branches ?? []).flatMap(({ links }, index) =>
    led(links as Links | null | undefined, `${at}/data/branches/${index}`),
  );
}
