import type { Account } from "../../world/account.ts";
import type { Template } from "../resources/template.ts";
import { drawnBlock } from "./blocks.ts";
import { repeatedBy, attributes, backgroundCss, borderCss, declared, membersOf } from "./parts.ts";
import { numberIn, paddingCss, table, textCss, textIn, listOf, type Members } from "./parts.ts";

type Universal = (id: string) => Members | undefined;

const universalIn =
  (account: Account): Universal =>
  (id) => {
    const found = account.state.tableNamed("template-universal-content")?.get(id);
    return found === undefined ? undefined : membersOf(membersOf(found)["definition"]);
  };

export const htmlOf = (account: Account, { html, definition }: Template): string =>
  html !== "" || definition === null ? html : designedHtml(account, definition);

export const showsUniversal = (definition: unknown, id: string): boolean =>
  definition !== null && JSON.stringify(definition).includes(JSON.stringify(id));

/**
 * The HTML of what was put together by drag and drop, as a template of the language. Its layout is tables with styles of
 * their own, so that mail programs show it. @guess create_template, update_template, render_template: The HTML of a
 * drag-and-drop template has the definition's content, but not the service's elements.
 */
export function designedHtml(account: Account, definition: unknown): string {
  const body = membersOf(membersOf(definition)["body"]);
  const kinds = new Map(
    listOf(membersOf(definition)["styles"]).map((each) => [
      textIn(each, "style_type"),
      membersOf(each["styles"]),
    ]),
  );
  const [base, text] = [kinds.get("base-styles") ?? {}, kinds.get("text-styles") ?? {}];
  const width = numberIn(membersOf(body["styles"]), "width", 600);
  const sections = listOf(body["sections"]).map((each) =>
    drawnSection(each, universalIn(account), textCss(text)),
  );
  const content =
    backgroundCss(base, "content_background_color") + borderCss(base) + paddingCss(base, "inner_");
  const inner = `<table role="presentation" align="center" cellpadding="0" cellspacing="0" border="0" width="${width}"${attributes({ class: "whole", style: `width:100%;max-width:${width}px;${content}` })}><tr><td${attributes({ style: textCss(text) })}>${sections.join("")}</td></tr></table>`;
  const page = `margin:0;padding:${numberIn(base, "margin_top")}px 0 0;${backgroundCss(membersOf(body["styles"]))}${declared("background_image", urlCss(base), false)}`;
  return `<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><style>${sheet(kinds)}</style></head><body${attributes({ class: textIn(membersOf(body["properties"]), "css_class"), style: page })}>${inner}</body></html>`;
}

const urlCss = (of: Members): string => {
  const url = textIn(of, "background_url");
  return /^https?:[^"'()\s]+$/.test(url) ? `url(${url})` : "";
};

/** What only a style sheet can say: headings, links, and what differs on a narrow screen. */
function sheet(kinds: ReadonlyMap<string, Members>): string {
  const rules = [...kinds].flatMap(([kind, styles]) => {
    const heading = /^heading-([1-4])-styles$/.exec(kind)?.[1];
    const name = heading === undefined ? kind === "link-styles" && "a" : `h${heading}`;
    if (name === false) return [];
    return [`${name}{margin:0 0 ${numberIn(styles, "margin_bottom")}px;${textCss(styles)}}`];
  });
  const narrow = [...kinds].flatMap(([kind, styles]) => {
    const heading = /^heading-([1-4])-styles$/.exec(kind)?.[1];
    const size = styles["mobile_font_size"];
    return heading === undefined || size == null
      ? []
      : [`h${heading}{font-size:${numberIn(styles, "mobile_font_size")}px !important}`];
  });
  return (
    `${rules.join("")}@media (max-width:480px){.stack{display:block !important;width:100% !important;box-sizing:border-box}` +
    `.only-desktop{display:none !important}${narrow.join("")}}@media (min-width:481px){.only-mobile{display:none !important}}`
  );
}

/** What stands for something that is universal, as it is now. */
function current(of: Members, universal: Universal): Members {
  const id = textIn(of, "universal_id");
  return (id === "" ? undefined : universal(id)) ?? of;
}

function drawnSection(given: Members, universal: Universal, text: string): string {
  const section = current(given, universal);
  const data = membersOf(section["data"]);
  const styles = membersOf(data["styles"]);
  const rows =
    section["content_type"] === "block"
      ? table(displayed(section, drawnBlock(section, text)))
      : listOf(section["rows"])
          .map((row) => drawnRow(row, styles, universal, text))
          .join("");
  const css = `${backgroundCss(styles)}${declared("background_image", urlCss(styles), false)}${borderCss(styles)}${paddingCss(styles, "inner_")}`;
  return displayed(section, table(`<tr><td${attributes({ style: css })}>${rows}</td></tr>`));
}

/** The widths of columns, of a hundred: `2-columns-25%-75%`. */
function widthsIn(layout: string, count: number): number[] {
  const found = (layout.match(/\d+(?=%)/g) ?? []).map(Number);
  if (found.length === count) return found;
  return Array.from({ length: count }, () => Math.floor(100 / count));
}

function drawnRow(row: Members, section: Members, universal: Universal, text: string): string {
  const columns = listOf(row["columns"]);
  const layout = textIn(membersOf(membersOf(row["data"])["styles"]), "column_layout");
  const widths = widthsIn(layout, columns.length);
  const direction = textIn(section, "column_direction");
  const stacks =
    section["stack_on_mobile"] !== false && direction !== "no-stack" && columns.length > 1;
  const cells = columns.map((column, place) => {
    const blocks = listOf(column["blocks"]).map((each) => {
      const block = current(each, universal);
      return displayed(block, drawnBlock(block, text));
    });
    const valign = textIn(section, "column_align") || "top";
    return `<td${attributes({ class: stacks ? "stack" : "", width: `${widths[place]}%`, valign })}>${table(blocks.join(""))}</td>`;
  });
  const rtl: Readonly<Record<string, string>> = direction === "rtl" ? { dir: "rtl" } : {};
  return table(`<tr>${cells.join("")}</tr>`, "", rtl);
}

function displayed(of: Members, html: string): string {
  const options = membersOf(membersOf(of["data"])["display_options"]);
  const on = textIn(options, "show_on");
  const only =
    on === "desktop" || on === "mobile"
      ? html.replace(
          /^<(\w+)( class="([^"]*)")?/,
          (_, tag: string, __, name?: string) =>
            `<${tag} class="${name === undefined ? "" : `${name} `}only-${on}"`,
        )
      : html;
  const check =
    textIn(options, "visible_check") || textIn(membersOf(options["visibility"]), "check");
  const repeated = repeatedBy(membersOf(options["content_repeat"]), only);
  return check === "" ? repeated : `{% if ${check} %}${repeated}{% endif %}`;
}
