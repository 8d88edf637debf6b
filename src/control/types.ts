// Printed by the program, checked by a test: UPDATE_TYPES=1 npx vitest run test/printed-types

/** How many are expected. Default: at least one. */
// oxfmt-ignore
export interface Amount {
  /** Exactly this many. */
  readonly count?: number;
  /** At least this many. */
  readonly min?: number;
  /** At most this many. */
  readonly max?: number;
}

/** Which messages are meant, in filters and expectations. All that is given must hold. */
// oxfmt-ignore
export interface WhichMessage {
  /** Address, number or device token; * matches anything. */
  readonly to?: string;
  /** Subject as rendered; * matches anything. */
  readonly subject?: string;
  /** Part of its text or of its HTML, as rendered. */
  readonly contains?: string;
  /** Id or name of the campaign. */
  readonly campaign?: string;
  /** Id of the flow. */
  readonly flow?: string;
  /** Id of the campaign's or flow's message, or of the conversation. */
  readonly message?: string;
  /** Id of the profile. */
  readonly profile?: string;
  /** Channel. */
  readonly channel?: "email" | "sms" | "push" | "whatsapp";
  /** The furthest that it has got. */
  readonly status?: "delivered" | "bounced" | "dropped" | "opened" | "clicked" | "unsubscribed" | "marked";
  /** Company id. Default: every account. */
  readonly account?: string;
}
