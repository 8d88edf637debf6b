import { readQuery } from "../jsonapi/query.ts";
import { refused } from "../jsonapi/refusal.ts";
import { type Read, read, type Routed } from "./exchange.ts";
import type { Stage } from "./stage.ts";

/** Reads filter, sort, fields, include, additional fields and page. */
export const query: Stage<Routed, Read> = (exchange) => {
  const { parameters, operation, revision, path, api } = exchange;
  if (refused(parameters)) return parameters;
  const { resources } = api;
  const found = readQuery({ operation, resources, revision, path, parameters });
  if (refused(found)) return found;
  return read(exchange, found);
};
