import type { Api } from "../../../src/verbs/invocation.ts";
import { markdownTable } from "../../../src/contract/markdown-table.ts";
import { type Member, writableMembers } from "./members.ts";
import { type Effect, effects } from "./rules.ts";

const wanted = (patterns: string): RegExp[] =>
  patterns.split(" ").map((each) => {
    const text = each.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("*", ".*");
    return new RegExp(`^${text}$`);
  });

/** Each effect with the members that it is of; `unsaid` are those of none. */
export function effectsOf(api: Api): {
  readonly said: readonly (readonly [Effect, readonly Member[]])[];
  readonly unsaid: readonly Member[];
} {
  const rules = effects.map((effect) => {
    const [types, members] = [wanted(effect[0]), wanted(effect[1])];
    return { effect, types, members, found: [] as Member[] };
  });
  const unsaid = writableMembers(api).filter((member) => {
    const rule = rules.find(
      ({ types, members }) =>
        types.some((each) => each.test(member.type)) &&
        members.some((each) => each.test(member.path)),
    );
    rule?.found.push(member);
    return rule === undefined;
  });
  return { said: rules.map(({ effect, found }) => [effect, found] as const), unsaid };
}

/** The same as a table for people. */
export const effectsTable = (api: Api): string =>
  markdownTable([
    ["type", "member", "acts on"],
    ...effectsOf(api).said.map(([[types, members, acts], found]) => [
      types.replaceAll(/(\S+)/g, "`$1`"),
      `${members.replaceAll(/(\S+)/g, "`$1`")}${found.length > 1 ? ` (${found.length})` : ""}`,
      acts,
    ]),
  ]);
