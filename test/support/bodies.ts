type Fields = Record<string, unknown>;

/** A valid body of Create Profile; what is given is written over it. */
export const newProfile = (attributes: Fields = {}, beside: Fields = {}) => ({
  data: { type: "profile", attributes: { email: "ada@example.com", ...attributes }, ...beside },
});

/** A valid body of Create Event; what is given is written over it. */
export const newEvent = (attributes: Fields = {}, profile: Fields = {}) => ({
  data: {
    type: "event",
    attributes: {
      properties: {},
      metric: { data: { type: "metric", attributes: { name: "Placed Order" } } },
      profile: {
        data: { type: "profile", attributes: { email: "ada@example.com", ...profile } },
      },
      ...attributes,
    },
  },
});

export const metricNamed = (name: string) => ({
  data: { type: "metric", attributes: { name } },
});
