/** The attributes of an event that a body creates, if it is about one. */
export function eventOf(body: unknown): Record<string, unknown> | undefined {
  const { data } = (body ?? {}) as { data?: { type?: unknown; attributes?: unknown } | null };
  return data?.type === "event" ? ((data.attributes ?? {}) as Record<string, unknown>) : undefined;
}

/** What an event is known by: no two of a profile and metric have the same `unique_id` (specification, "Create Event"). */
export function uniqueIdIn(body: unknown): string | undefined {
  const { unique_id, metric, profile } = eventOf(body) ?? {};
  if (typeof unique_id !== "string") return undefined;
  return JSON.stringify([unique_id, metric, profile]);
}
