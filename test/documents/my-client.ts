/** The reader's own client, as the pages call it. */
export const myClient = (url: string, key: string) => {
  const headers = {
    authorization: `Service-API-Key ${key}`,
    revision: "2026-07-15",
    "content-type": "application/json",
  };
  const ask = async (path: string, data?: object): Promise<never> => {
    const sent = data && { method: "POST", body: JSON.stringify({ data }) };
    const text = await (await fetch(`${url}/api/${path}`, { headers, ...sent })).text();
    return text === "" ? (undefined as never) : (JSON.parse(text) as { data: never }).data;
  };
  return {
    /** Writes an event, and waits as long as it is told. */
    async track(metric: string): Promise<void> {
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
    /** Sends the template Letter to the list Readers. */
    async sendCampaign(name: string): Promise<void> {
      const [list] = (await ask('lists?filter=equals(name,"Readers")')) as { id: string }[];
      const [template] = (await ask('templates?filter=equals(name,"Letter")')) as { id: string }[];
      const content = { subject: name, from_email: "shop@example.com", from_label: "Shop" };
      const message = {
        type: "campaign-message",
        attributes: { definition: { channel: "email", label: name, content } },
      };
      const campaign: { id: string; relationships: Record<string, { data: { id: string }[] }> } =
        await ask("campaigns", {
          type: "campaign",
          attributes: {
            name,
            audiences: { included: [list?.id] },
            "campaign-messages": { data: [message] },
          },
        });
      await ask("campaign-message-assign-template", {
        type: "campaign-message",
        id: campaign.relationships["campaign-messages"]?.data[0]?.id,
        relationships: { template: { data: { type: "template", id: template?.id } } },
      });
      await ask("campaign-send-jobs", { type: "campaign-send-job", id: campaign.id });
    },
  };
};
