import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import type { Operation } from "../../src/contract/compile.ts";
import { createEmulator, type Emulator } from "../../src/index.ts";
import { callers, emulate, newest, refusalOf } from "../support/emulate.ts";

const operations = [...createApi().operations.values()];
const path = (operation: Operation, query = "") => {
  const company = operation.family === "client" ? ["company_id=COMPANY"] : [];
  const all = [...company, ...(query === "" ? [] : [query])].join("&");
  return operation.path.replace(/\{\w+\}/g, "00000000000") + (all === "" ? "" : `?${all}`);
};

/** One emulator for all that is refused, since that changes nothing. */
let unlimited: Emulator;
const mistakes: unknown[] = [];

beforeAll(async () => {
  unlimited = await createEmulator({
    fixtures: ["test/support/empty.yaml"],
    frozenAt: "2026-07-20T12:00:00Z",
    rateLimits: "off",
    onError: (error) => mistakes.push(error),
  });
  return () => unlimited.close();
});

afterEach(() => {
  expect(mistakes.splice(0)).toEqual([]);
});

/** A way to ask one row with everything right but what is said. */
function asking(operation: Operation, emulator = unlimited) {
  const { ask } = callers(emulator);
  const send = (
    query = "",
    rest: Parameters<typeof ask>[2] = {},
    method: string = operation.method,
  ) =>
    ask(method, path(operation, query).replace("COMPANY", emulator.companyId), {
      ...(operation.method !== "GET" && { body: {} }),
      ...rest,
    });
  /** One more request like those before it, of which the status alone matters: it is not held against documents. */
  const statusOfOneMore = async () => {
    const { status } = await emulator.fetch(
      path(operation).replace("COMPANY", emulator.companyId),
      {
        method: operation.method,
        headers: {
          ...(operation.family === "api" && {
            authorization: `Service-API-Key ${emulator.keys["full"]}`,
          }),
          revision: newest,
          "content-type": "application/json",
        },
        ...(operation.method !== "GET" && { body: "{}" }),
      },
    );
    return status;
  };
  return { emulator, send, statusOfOneMore };
}

describe.each(operations.map((operation) => [operation.id, operation] as const))(
  "%s",
  (_, operation) => {
    const onApi = operation.family === "api";
    /** Only rows that a sentence is about are asked: the others are not skipped, but not meant. */
    const itIf = (meant: boolean) => (meant ? it : () => undefined);

    itIf(onApi)("refuses a request without a key", async () => {
      const { send } = asking(operation);
      const answer = await send("", { headers: { authorization: "" } });
      expect(refusalOf(answer)).toEqual([401, "not_authenticated", "/data/"]);
      expect(answer.headers.get("www-authenticate")).toBe("Bearer, Service-API-Key");
      expect(answer.headers.get("ratelimit-remaining")).toBe(String(operation.limits.steady));
    });

    itIf(onApi)("refuses a key that nobody has", async () => {
      const { send } = asking(operation);
      expect(refusalOf(await send("", { key: "pk_unknown" }))).toEqual([
        401,
        "authentication_failed",
        "/data/",
      ]);
    });

    itIf(onApi)("refuses a key that lacks its scopes", async () => {
      const { emulator, send } = asking(operation);
      const other = operation.area === "webhooks" ? "events-only" : "webhooks-only";
      const key = emulator.keys[other] ?? "";
      expect(refusalOf(await send("", { key }))).toEqual([403, "permission_denied", "/data/"]);
    });

    itIf(!onApi)(
      "refuses a company that does not exist, and a private key in its place",
      async () => {
        const { emulator } = asking(operation);
        const none = operation.open ? [] : [""];
        const wrong = [...none, "?company_id=ZZZZZZ", `?company_id=${emulator.keys["full"]}`];
        for (const company of wrong) {
          const response = await emulator.fetch(operation.path.replace(/\{\w+\}/g, "0") + company, {
            method: operation.method,
          });
          expect([response.status, await response.json()]).toMatchObject([
            400,
            { errors: [{ code: "invalid", source: { parameter: "company_id" } }] },
          ]);
        }
      },
    );

    it("refuses a revision that is no date", async () => {
      const { send } = asking(operation);
      expect(refusalOf(await send("", { headers: { revision: "latest" } }))).toEqual([
        400,
        "invalid",
        "/data/",
      ]);
    });

    it("refuses one request more than its burst lets pass", async () => {
      const { send, statusOfOneMore } = asking(
        operation,
        (await emulate({ rateLimits: "real" })).emulator,
      );
      const { burst, steady } = operation.limits;
      const statuses = new Set([(await send()).status]);
      for (let sent = 1; sent < Math.min(burst, steady); sent += 1)
        statuses.add(await statusOfOneMore());
      expect(statuses).not.toContain(429);
      const answer = await send();
      expect(refusalOf(answer)).toEqual([429, "throttled", "/data"]);
      expect(answer.headers.get("retry-after")).toBe(burst === steady ? "60" : "1");
      expect(answer.headers.has("ratelimit-limit")).toBe(false);
    });

    it("refuses another method, and says which are allowed", async () => {
      const { send } = asking(operation);
      const answer = await send("", {}, "PUT");
      expect(refusalOf(answer)).toEqual([405, "method_not_allowed", "/data/"]);
      expect(answer.headers.get("allow")?.split(", ")).toContain(operation.method);
    });

    it("refuses an include that it does not have", async () => {
      const { send } = asking(operation);
      expect(refusalOf(await send("include=nonsense"))).toEqual([400, "invalid", "include"]);
    });

    it("refuses a filter that it does not have", async () => {
      const { send } = asking(operation);
      expect(refusalOf(await send(`filter=equals(nonsense,"x")`))).toEqual([
        400,
        "invalid",
        "filter",
      ]);
    });

    itIf(operation.since !== undefined)("does not exist before its first revision", async () => {
      const { send } = asking(operation);
      const answer = await send("", { headers: { revision: "2023-10-15" } });
      expect(refusalOf(answer)).toEqual([404, "not_found", "/data/"]);
      expect(answer.errors[0]?.detail).toContain(operation.since);
    });
  },
);
