import { stringify } from "yaml";
import type { RecordedExchange } from "../../src/seeding/recording/exchange.ts";

const pairs = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const lists = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));

const timeOf = ({ at }: RecordedExchange): Date => new Date(at ?? 0);

/** Exchanges as recorders write them, by the ending of the file. */
export const writers: Readonly<Record<string, (all: readonly RecordedExchange[]) => string>> = {
  har: (all) =>
    JSON.stringify({
      log: {
        version: "1.2",
        entries: all.map((each) => ({
          startedDateTime: timeOf(each).toISOString(),
          request: {
            method: each.method,
            url: each.url.href,
            headers: pairs(each.request.headers),
            ...(each.request.body !== "" && { postData: { text: each.request.body } }),
          },
          response: {
            status: each.status,
            headers: pairs(each.response.headers),
            content: { text: each.response.body },
          },
        })),
      },
    }),
  // VCR of Ruby.
  yml: (all) =>
    stringify({
      http_interactions: all.map((each) => ({
        request: {
          method: each.method.toLowerCase(),
          uri: each.url.href,
          body: {
            encoding: "UTF-8",
            string: each.request.body,
          },
          headers: lists(each.request.headers),
        },
        response: {
          status: { code: each.status, message: "" },
          headers: lists(each.response.headers),
          body: { encoding: "UTF-8", string: each.response.body },
        },
        recorded_at: timeOf(each).toUTCString(),
      })),
      recorded_with: "VCR 6.2.0",
    }),
  // betamax of Python.
  json: (all) =>
    JSON.stringify({
      http_interactions: all.map((each) => ({
        request: {
          method: each.method,
          uri: each.url.href,
          body: {
            encoding: "utf-8",
            string: each.request.body,
          },
          headers: lists(each.request.headers),
        },
        response: {
          url: each.url.href,
          status: {
            code: each.status,
            message: "",
          },
          headers: lists(each.response.headers),
          body: {
            encoding: "utf-8",
            string: each.response.body,
          },
        },
        recorded_at: timeOf(each).toISOString(),
      })),
      recorded_with: "betamax/0.9.0",
    }),
};
