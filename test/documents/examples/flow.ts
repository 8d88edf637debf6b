import { creating } from "./bodies.ts";

/** The body of a flow that waits a day, and then sends a mail. */
export const flowOn = (trigger: Readonly<Record<string, unknown>>, name: string) =>
  creating("flow", {
    name,
    definition: {
      triggers: [trigger],
      actions: [
        {
          temporary_id: "wait",
          type: "time-delay",
          data: { unit: "days", value: 1 },
          links: { next: "mail" },
        },
        {
          temporary_id: "mail",
          type: "send-email",
          data: {
            message: {
              name: "Welcome",
              subject_line: "Welcome to the shop",
              from_email: "hello@example.com",
              from_label: "Example Outfitters",
              template_id: "Welco1",
            },
          },
          links: { next: null },
        },
      ],
      entry_action_id: "wait",
    },
  });
