import { expect, it } from "vitest";
import { boot, keyOf } from "../support/cli.ts";
import { newFolder } from "../support/data-folder.ts";
import { receive, secret, signed, webhookBody } from "../support/webhooks.ts";

const topic = "event:service.subscribed_to_list";

/** An emulator as a process of its own, whose clock runs a thousand times as fast as the machine's. */
async function started(dataDir: string) {
  const { ready, child } = await boot(["--data-dir", dataDir, "--rate-limits", "off"]);
  const { url } = ready;
  const headers = {
    authorization: `Service-API-Key ${keyOf(ready)}`,
    revision: "2026-07-15",
    "content-type": "application/json",
  };
  const ask = async (method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(url + path, { method, headers, ...sent });
    const text = await answer.text();
    return text === "" ? {} : (JSON.parse(text) as never);
  };
  return { ask, child };
}

it("a receiver that fails three times and meets a crash keeps every event once", async () => {
  const dataDir = newFolder();
  const kept = new Map<string, number>();
  let crash = (): void => {};
  let answered = (): void => {};
  const delivered = new Promise<void>((resolve) => (answered = resolve));
  const { url, received } = await receive((response, { headers, body, json }, count) => {
    expect(headers["service-signature"]).toBe(signed(body, String(headers["service-timestamp"])));
    if (count <= 3) return void response.writeHead(500).end();
    // It has kept all of it, and nobody learns: the emulator is killed before it is answered.
    for (const { external_id } of json.data)
      kept.set(external_id, (kept.get(external_id) ?? 0) + 1);
    if (count === 4) return crash();
    response.writeHead(202).end();
    answered();
  });
  const first = await started(dataDir);
  const gone = new Promise((resolve) => first.child.once("exit", resolve));
  crash = () => void first.child.kill("SIGKILL");
  await first.ask("POST", "/api/webhooks", webhookBody({ endpoint_url: url }, [topic]));
  const { data: list } = (await first.ask("POST", "/api/lists", {
    data: { type: "list", attributes: { name: "News", opt_in_process: "single_opt_in" } },
  })) as { data: { id: string } };
  await first.ask("POST", "/api/profile-subscription-bulk-create-jobs", {
    data: {
      type: "profile-subscription-bulk-create-job",
      attributes: {
        profiles: {
          data: ["a@example.com", "b@example.com"].map((email) => ({
            type: "profile",
            attributes: {
              email,
              subscriptions: { email: { marketing: { consent: "SUBSCRIBED" } } },
            },
          })),
        },
      },
      relationships: { list: { data: { type: "list", id: list.id } } },
    },
  });
  await first.ask("PUT", "/_emulator/clock", { mode: "accelerated", factor: 1000 });
  await gone;

  const second = await started(dataDir);
  await delivered;
  expect(received).toHaveLength(5);
  const ids = received.map(({ json }) => json.data.map(({ external_id }) => external_id));
  expect(ids[0]).toHaveLength(2);
  for (const each of ids) expect(each).toEqual(ids[0]);
  // Kept under its id, each is there once, however often it came.
  expect([...kept.keys()].sort()).toEqual(ids[0]?.toSorted());
  const { deliveries } = (await second.ask("GET", "/_emulator/deliveries")) as {
    deliveries: { entries: number; attempts: { status: number | null }[] }[];
  };
  expect(deliveries).toMatchObject([{ entries: 2 }]);
  expect(JSON.stringify(deliveries)).not.toContain(secret);
});
