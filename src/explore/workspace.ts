import type { Sandbox } from "../control/sandboxes.ts";
import type { Emulation } from "../emulation/emulation.ts";
import type { Account } from "../world/account.ts";
import type { State } from "../world/store/state.ts";
import { NoReferenceError } from "./no-reference.ts";

export interface Ground {
  readonly emulation: Emulation;
  readonly sandbox: () => Sandbox;
  /** Called once nothing runs in a sandbox any more. */
  readonly left?: ((sandbox: string) => void) | undefined;
}

/** Where one run happens: the account that is looked at, and the sandbox that the command is handed. */
export interface Workspace {
  readonly sandbox: Sandbox;
  readonly account: string;
  readonly now: () => Account;
  readonly leave: () => void;
}

/** A sandbox for each run, which goes with it: runs may go side by side. */
export const inSandboxes =
  ({ emulation, sandbox: create, left }: Ground) =>
  (): Workspace => {
    const sandbox = create();
    const { id } = sandbox;
    const now = () => emulation.sandboxes.get(id);
    return { sandbox, account: id, now, leave: () => leave(sandbox, left) };
  };

function leave(sandbox: Sandbox, left: Ground["left"]): void {
  sandbox.delete();
  left?.(sandbox.id);
}

/** The account whose key the command has: each run begins with the same state. @param begun its state before anything ran */
export function inAccount({ emulation, sandbox: create, left }: Ground, id: string, begun: State) {
  const now = (): Account => {
    const account = emulation.world.account(id);
    if (account === undefined) throw new NoReferenceError(`the account ${id} is gone`);
    return account;
  };
  const { hasOwnClock } = now();
  const setBack = () => {
    if (!hasOwnClock && now().hasOwnClock) now().setClock(emulation.world.clock, false);
    now().restore(begun);
    now().limiting.renew();
  };
  return () => {
    const sandbox = create();
    setBack();
    const back = () => {
      leave(sandbox, left);
      setBack();
    };
    return { sandbox, account: id, now, leave: back };
  };
}
