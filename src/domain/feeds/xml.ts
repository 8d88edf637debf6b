import { XMLParser } from "fast-xml-parser";

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  htmlEntities: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** Reads XML as templates have it: what stands in its root, by name; undefined: it is no XML. */
// @guess render_template, send_campaign: In a web feed of XML, attributes begin with `@`, and the text beside them is `#text`.
export function xmlIn(text: string): unknown {
  try {
    const [root, another] = Object.values(parser.parse(text, true));
    return another === undefined && !Array.isArray(root) ? root : undefined;
  } catch {
    return undefined;
  }
}
