import type { ReceiverValues } from "../../options/receiver-options.ts";
import type { OwnPlaces } from "../../process/run-places.ts";
import type { Roles } from "../../../scenarios/roles.ts";
import type { StartValues } from "../../options/start-options.ts";

export interface RunValues extends OwnPlaces, ReceiverValues, Omit<StartValues, "port"> {
  readonly url?: string;
  readonly token?: string;
  readonly port?: string;
  readonly output?: string;
  readonly junit?: string;
  /** Variables of the user's choice: the name, and what it holds. */
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the command runs twice without faults first. */
  readonly compare?: boolean;
  /** Whether the waits of its processes of Node take no time. */
  readonly skipWaits?: boolean;
  readonly timeout?: string;
  /** What plays a role, in place of what the client does. */
  readonly role?: Roles;
  /** Whether it fails if the client does not come to all of it. */
  readonly requireMet?: boolean;
}
