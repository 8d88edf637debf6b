import { operation } from "./act.ts";
import type { Operation } from "../contract/compile.ts";
import { describeOperation } from "../contract/describe.ts";
import { loadGuesses } from "../contract/guesses.ts";
import { once } from "../contract/memo.ts";
import { newestRevision, oldestRevision } from "../contract/revisions.ts";
import { filteredAlong } from "../verbs/related.ts";
import type { Api } from "../verbs/invocation.ts";
import type { Account } from "../world/account.ts";
import { accountsOf, type ControlCall, type ControlOperation } from "./operation.ts";
import { pluralOf } from "../emulation/plural.ts";
import { listed, LongText } from "./pieces.ts";
import { sumOf } from "./sandboxes.ts";
import { stagesAbout, walkedStages } from "../contract/stages.ts";

/** What every account has one of from the start, whatever its fixture says. */
const givens = ["account", "tag-group", "tracking-setting"];

/** What is counted, and of which collection. */
const countedOf = once(({ resources, collections }: Api) =>
  [...resources.values()].flatMap(({ type, collection }): [string, string][] => {
    const held = collections.get(collection ?? "");
    return held === undefined || givens.includes(type) ? [] : [[pluralOf(type), held.name]];
  }),
);

export const countsOf = (api: Api, { state }: Account): Record<string, number> =>
  Object.fromEntries(countedOf(api).map(([plural, held]) => [plural, state.sizeOf(held)]));

export function viewHealth(call: ControlCall) {
  const { api, world, version, startedReal } = call.emulation;
  return {
    status: "ok",
    version,
    uptimeSeconds: Math.floor((world.clock.realNow() - startedReal) / 1000),
    revisions: { oldest: oldestRevision, newest: newestRevision },
    accounts: accountsOf(call).map((one) => ({ companyId: one.id, counts: countsOf(api, one) })),
    ...(call.bound === undefined && {
      readers: call.readers.view(),
      sandboxes: sumOf(call.emulation),
    }),
  };
}

/** Every operation of the service, and which of its queries no index serves. */
export const viewOperations = (api: Api) =>
  [...api.operations.values()].map((operation) => viewOperation(api, operation));

function viewOperation(api: Api, operation: Operation) {
  return { ...describeOperation(operation), filtersAlong: filteredAlong(api, operation) };
}

export const viewTruth = async () => ({ guesses: await loadGuesses() });

export const aboutOperations: readonly ControlOperation[] = [
  operation("GET /_emulator/health", {
    does: "200 once seeding is done: version, uptime, revisions, counts, readers of streams, sandboxes",
    run: viewHealth,
    // A company id is all that /client asks for.
    open: ({ emulation: { version } }) => ({ status: "ok", version }),
  }),
  operation("GET /_emulator/operations", {
    does: "every operation of the service",
    common: true,
    run: ({ emulation: { api } }) => {
      const view = (operation: Operation) => viewOperation(api, operation);
      return new LongText(listed("operations", [...api.operations.values()], view));
    },
    open: true,
  }),
  operation("GET /_emulator/truth", {
    does: "what of the service's behavior is a guess, with the operations that rest on it",
    common: true,
    run: viewTruth,
    open: true,
  }),
];

export const stageOperations: readonly ControlOperation[] = [
  operation("GET /_emulator/stages", {
    common: true,
    does: "the stages of a request, in order: what each does, and the statuses of its responses",
    run: () => ({ stages: walkedStages.map((name) => ({ name, ...stagesAbout[name] })) }),
  }),
];
