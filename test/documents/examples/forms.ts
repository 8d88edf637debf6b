import { type AreaExamples, made } from "../../support/areas/example.ts";
import { creating } from "./bodies.ts";

const step = (...blocks: readonly unknown[]) => ({ columns: [{ rows: [{ blocks }] }] });

export const forms: AreaExamples = {
  title: "Forms",
  intro: "A form asks visitors of a website for their address. Its versions are what they see.",
  see: { forms: "../../areas/forms.md" },
  ids: { forms: "Popup1", "form-versions": "$VERSION" },
  requests: {
    get_forms: { query: 'filter=equals(status,"live")', show: ["name", "status"] },
    get_form: { query: "fields[form]=name,status", show: ["name", "status"] },
    create_form: {
      note: "A form begins as a draft. `POST /_emulator/forms/{id}/publish` makes it live.",
      body: creating("form", {
        name: "Waiting list",
        status: "draft",
        ab_test: false,
        definition: {
          versions: [
            {
              type: "popup",
              steps: [
                step(
                  { type: "email", properties: { required: true } },
                  {
                    type: "button",
                    properties: { label: "Join" },
                    action: {
                      type: "next_step",
                      submit: true,
                      properties: { list_id: "NewsL1" },
                    },
                  },
                ),
                step({ type: "html_text", properties: { content: "<p>Thank you</p>" } }),
              ],
            },
          ],
        },
      }),
      keep: { FORM: made },
      show: ["name", "status"],
    },
    get_versions_for_form: {
      keep: { VERSION: ["data", 0, "id"] },
      show: ["form_type", "variation_name"],
    },
    get_version_ids_for_form: {},
    get_form_version: { show: ["form_type", "status"] },
    get_form_for_form_version: { show: ["name"] },
    get_form_id_for_form_version: {},
    delete_form: { id: "$FORM" },
  },
};
