import { missingParameter, readQuery } from "../jsonapi/query.ts";
import { refused } from "../jsonapi/refusal.ts";
import type { Stage } from "./stage.ts";

/** Reads filter, sort, fields, include, additional fields and page. */
export const query: Stage = (exchange) => {
  const { parameters, operation, revision, path, api } = exchange;
  if (refused(parameters)) return parameters;
  if (operation === undefined || revision === undefined) return undefined;
  const { resources } = api;
  const found = readQuery({ operation, resources, revision, path, parameters });
  if (refused(found)) return found;
  exchange.query = found;
  return missingParameter(operation, parameters, revision);
};
