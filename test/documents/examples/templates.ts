import { type AreaExamples, made } from "../../support/areas/example.ts";
import { changing, creating } from "./bodies.ts";

const block = (content: string) => ({
  content_type: "block",
  type: "html",
  data: { content, display_options: {} },
});

export const templates: AreaExamples = {
  title: "Templates",
  intro:
    "Templates are what messages are made of. Universal content is a block that templates share.",
  see: { templates: "../../areas/templates.md", "template language": "../templates.md" },
  ids: { templates: "$TEMPLATE", "template-universal-content": "$CONTENT" },
  requests: {
    get_templates: { query: 'filter=equals(name,"Welcome")', show: ["name", "editor_type"] },
    create_template: {
      body: creating("template", {
        name: "Back again",
        editor_type: "CODE",
        html: '<p>Hello {{ first_name|default:"there" }}</p>',
        text: "Hello {{ first_name }}",
      }),
      keep: { TEMPLATE: made },
      show: ["name", "editor_type", "text"],
    },
    get_template: { show: ["name", "html"] },
    update_template: { body: changing("template", "$TEMPLATE", { name: "Welcome back" }) },
    render_template: {
      note: "Renders a template with the values of your own.",
      body: changing("template", "$TEMPLATE", { context: { first_name: "Ada" } }),
      show: ["html", "text"],
    },
    clone_template: {
      body: changing("template", "$TEMPLATE", { name: "Welcome back (copy)" }),
    },
    delete_template: {},
    get_all_universal_content: { query: 'filter=equals(name,"Footer")', show: ["name"] },
    create_universal_content: {
      body: creating("template-universal-content", {
        name: "Opening hours",
        definition: block("<p>Open from nine to five</p>"),
      }),
      keep: { CONTENT: made },
      show: ["name"],
    },
    get_universal_content: { show: ["name", "screenshot_status"] },
    update_universal_content: {
      body: changing("template-universal-content", "$CONTENT", {
        definition: block("<p>Open from ten to six</p>"),
      }),
      show: ["name"],
    },
    delete_universal_content: {},
  },
};
