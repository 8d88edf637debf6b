import { missingParameter, readQuery } from "../jsonapi/query.ts";
import { Refusal } from "../jsonapi/refusal.ts";
import { type Read, read, type Routed } from "./exchange.ts";
import type { Stage } from "./stage.ts";

/** Reads filter, sort, fields, include, additional fields and page. */
export const query: Stage<Routed, Read> = (exchange) => {
  const { parameters, operation, revision, path, api } = exchange;
  if (parameters instanceof Refusal) return parameters;
  const { resources } = api;
  const found = readQuery({ operation, resources, revision, path, parameters });
  if (found instanceof Refusal) return found;
  return missingParameter(operation, parameters, revision) ?? read(exchange, found);
};
