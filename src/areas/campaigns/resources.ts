import { unstored } from "../../contract/resource.ts";
import { integer } from "../../contract/shape.ts";
import { jobStatus } from "../../domain/jobs.ts";

/** What campaigns are asked for beside themselves: each under the campaign's id, and worked out of it. */
export const sendJob = unstored("campaign-send-job", {
  path: "/api/campaign-send-jobs",
  attributes: { status: { shape: jobStatus } },
});

export const estimationJob = unstored("campaign-recipient-estimation-job", {
  path: "/api/campaign-recipient-estimation-jobs",
  attributes: { status: { shape: jobStatus } },
});

export const estimation = unstored("campaign-recipient-estimation", {
  path: "/api/campaign-recipient-estimations",
  attributes: { estimated_recipient_count: { shape: integer() } },
});
