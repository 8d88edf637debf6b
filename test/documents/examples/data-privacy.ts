import type { AreaExamples } from "../../support/areas/example.ts";
import { creating, fresh } from "./bodies.ts";

export const dataPrivacy: AreaExamples = {
  title: "Data privacy",
  intro: "A deletion job removes a profile and what is known of it.",
  see: { data: "../../areas/data.md" },
  requests: {
    request_profile_deletion: {
      body: creating("data-privacy-deletion-job", {
        profile: { data: fresh("profile", { email: "grace.murray@example.org" }) },
      }),
    },
  },
};
