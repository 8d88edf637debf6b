import { XMLParser } from "fast-xml-parser";

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "@",
  parseTagValue: false,
  htmlEntities: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/**
 * Reads XML as templates have it: what stands in its root, by name. @guess: attributes with an `@` before their names, and
 * the text beside them as `#text`
 *
 * @returns undefined for what is no XML
 */
export function xmlIn(text: string): unknown {
  try {
    const [root, another] = Object.values(parser.parse(text, true));
    return another === undefined && !Array.isArray(root) ? root : undefined;
  } catch {
    return undefined;
  }
}
