import type { OAuthRow } from "../../contract/oauth.ts";
import { oauthRows } from "../../contract/oauth.ts";
import { nearest } from "../../world/nearest.ts";
import type { Exchange } from "../exchange.ts";
import type { Answer, Stage } from "../stage.ts";
import { authorize } from "./authorize.ts";
import { metadata } from "./metadata.ts";
import { oauthRefusal } from "./refusals.ts";
import type { OAuthRequest } from "./request.ts";
import { revoke } from "./revoke.ts";
import { token } from "./token.ts";

type Handler = (exchange: Exchange, request: OAuthRequest) => Answer;

const handlers: Readonly<Record<OAuthRow["id"], Handler>> = {
  oauth_authorize: authorize,
  oauth_token: token,
  oauth_revoke: revoke,
  oauth_metadata: metadata,
};

/** Answers every request of OAuth (behaviour.md, 12): no key, no revision and no limit is asked for. */
export const oauth: Stage = (exchange) => {
  const { oauth: request, path } = exchange;
  if (request === undefined) return exchange;
  const { match } = request;
  if (match.kind === "row") return handlers[match.row.id](exchange, request);
  if (match.kind === "wrong-method") {
    const allow = match.allow.join(", ");
    const detail = `The method is not allowed here; these are: ${allow}.`;
    return oauthRefusal("invalid_request", detail, { status: 405, headers: { allow } });
  }
  const like = nearest(path, new Set(oauthRows.map((row) => row.path)));
  const hint = like === undefined ? {} : { hint: `did you mean ${like}?` };
  return oauthRefusal("invalid_request", "The path does not exist.", { status: 404, ...hint });
};
