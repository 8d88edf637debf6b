import type { ComponentType } from "preact";
import type { Look } from "../parts/signs.tsx";
import type { Store } from "../store/store.ts";

/** What stands beside a view's name in the rail. */
interface RailCount {
  readonly count: number;
  readonly look: Look;
}

/** One view, as the frame needs it. */
export interface View {
  readonly id: string;
  /** The letter that opens it, after `g`. */
  readonly letter: string;
  readonly group: "Traffic" | "Trouble" | "World" | "Verdict";
  readonly title: string;
  readonly question: string;
  readonly Component: ComponentType;
  readonly count: ((store: Store) => RailCount) | undefined;
}
