import type { Operation } from "../compile.ts";
import { scopes } from "../scopes.ts";
import type { JsonSchema } from "../schema.ts";

export const securitySchemes = (
  url: string,
  authScheme: string,
): Readonly<Record<string, JsonSchema>> => ({
  PrivateKey: {
    type: "apiKey",
    in: "header",
    name: "Authorization",
    description: `\`${authScheme}\` and a private key, with a space between.`,
  },
  OAuth: {
    type: "oauth2",
    description: "With PKCE (S256).",
    flows: {
      authorizationCode: {
        authorizationUrl: `${url}/oauth/authorize`,
        tokenUrl: `${url}/oauth/token`,
        refreshUrl: `${url}/oauth/token`,
        scopes: Object.fromEntries(scopes.map((scope) => [scope, described(scope)])),
      },
    },
  },
  Company: {
    type: "apiKey",
    in: "query",
    name: "company_id",
    description: "The public id of the company: six letters and digits.",
  },
});

function described(scope: string): string {
  const [what = "", access = ""] = scope.split(":");
  return `${access === "read" ? "Read" : "Change"} ${what.replaceAll("-", " ")}.`;
}

/** Any of them will do; of each, all scopes are needed. An empty one: none need be there. */
export function securityOf({ family, open, scopes: anyOf }: Operation): readonly JsonSchema[] {
  if (family === "client") return [{ Company: [] }, ...(open ? [{}] : [])];
  return anyOf.flatMap((all) => [{ PrivateKey: all }, { OAuth: all }]);
}
