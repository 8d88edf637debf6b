/** The reader's own client, as the pages call it: it writes an event, and waits as long as it is told. */
export const myClient = (url: string, key: string) => ({
  async track(metric: string): Promise<void> {
    const headers = {
      authorization: `Service-API-Key ${key}`,
      revision: "2026-07-15",
      "content-type": "application/json",
    };
    const attributes = {
      unique_id: `${metric} 1001`,
      metric: { data: { type: "metric", attributes: { name: metric } } },
      profile: { data: { type: "profile", attributes: { email: "ada@example.com" } } },
      properties: {},
    };
    const body = JSON.stringify({ data: { type: "event", attributes } });
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const response = await fetch(`${url}/api/events`, { method: "POST", headers, body });
      if (response.ok) return;
      const seconds = Number(response.headers.get("retry-after") ?? 0);
      await new Promise((resolve) => void setTimeout(resolve, seconds * 1000));
    }
  },
});
