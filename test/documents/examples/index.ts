import type { AreaExamples } from "../../support/areas/example.ts";
import { accounts } from "./accounts.ts";
import { campaigns } from "./campaigns.ts";
import { catalogs } from "./catalogs.ts";
import { client } from "./client.ts";
import { conversations } from "./conversations.ts";
import { coupons } from "./coupons.ts";
import { customObjects } from "./custom-objects.ts";
import { dataPrivacy } from "./data-privacy.ts";
import { events } from "./events.ts";
import { flows } from "./flows.ts";
import { forms } from "./forms.ts";
import { images } from "./images.ts";
import { lists } from "./lists.ts";
import { metrics } from "./metrics.ts";
import { profiles } from "./profiles.ts";
import { reporting } from "./reporting.ts";
import { reviews } from "./reviews.ts";
import { segments } from "./segments.ts";
import { tags } from "./tags.ts";
import { templates } from "./templates.ts";
import { trackingSettings } from "./tracking-settings.ts";
import { webFeeds } from "./web-feeds.ts";
import { webhooks } from "./webhooks.ts";

/** The examples of each area, by its name. */
export const areas: Readonly<Record<string, AreaExamples>> = {
  accounts,
  campaigns,
  catalogs,
  client,
  conversations,
  coupons,
  "custom-objects": customObjects,
  "data-privacy": dataPrivacy,
  events,
  flows,
  forms,
  images,
  lists,
  metrics,
  profiles,
  reporting,
  reviews,
  segments,
  tags,
  templates,
  "tracking-settings": trackingSettings,
  "web-feeds": webFeeds,
  webhooks,
};
