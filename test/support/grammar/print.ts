import { type Doc, flat, group, laidOut } from "./layout.ts";
import { Reader, type Reading } from "./read.ts";
import { type PrintedFile, Shared } from "./shared.ts";
import { constOf, shapeText, typeText, valueText } from "./text.ts";

export interface Grammar extends Reading {
  readonly files: readonly PrintedFile[];
}

const begins =
  "// Printed by the program, checked by a test: UPDATE_GRAMMAR=1 npx vitest run test/printed-grammar";

/** The texts of all files, by file. */
export function printedGrammar(grammar: Grammar): ReadonlyMap<string, string> {
  const { files } = grammar;
  const reader = new Reader(grammar);
  const shared = new Shared(files, reader, (node, all) => flat(shapeText(node, all)).length);
  const unused = reader.unused();
  if (unused.length > 0) throw new Error(`overrides of nothing: ${unused.join(", ")}`);
  return new Map(files.map((file) => [file.file, printed(file, { grammar, reader, shared })]));
}

interface Printing {
  readonly grammar: Grammar;
  readonly reader: Reader;
  readonly shared: Shared;
}

function printed(file: PrintedFile, printing: Printing): string {
  const names = printing.shared.namesIn(file);
  const lines = names.flatMap((name) => statementsOf(name, file, printing));
  const body = lines.map((line) => laidOut(line)).join("\n");
  const head = importsOf(file, printing, body).map((line) => laidOut(line));
  return `${begins}\n\n${head.join("\n")}\n\n/** ${file.doc} */\n\n${body}\n`;
}

/** What the body needs of the builders of shapes and of other files. */
function importsOf(file: PrintedFile, { grammar, shared }: Printing, body: string): readonly Doc[] {
  const code = body.replaceAll(/"[^"]*"/g, "");
  const words = new Set(code.match(/\w+/g));
  const builders = [...new Set(code.match(/\b[a-z]\w*(?=[(<])/g))].sort();
  const others = grammar.files.flatMap((from) => {
    const names = shared.importsOf(file, from);
    const both = names.flatMap((name) => [constOf(name), `type ${name}`]);
    const used = both.filter((each) => words.has(each.replace("type ", "")));
    return used.length === 0 ? [] : [group("import {", used, `} from "./${from.file}.ts";`)];
  });
  const shapes = [...builders, "type Shape"];
  return [group("import {", shapes, '} from "../../contract/shape.ts";'), ...others];
}

/** The type of a shape's values, unless nobody asks for it, and the shape. */
function statementsOf(name: string, file: PrintedFile, printing: Printing): readonly Doc[] {
  const { grammar, reader, shared } = printing;
  const node = reader.named(name);
  const exported = shared.isExported(name) ? "export " : "";
  const place = reader.places.get(name);
  const component = Object.keys(grammar.components).find((is) => grammar.components[is] === place);
  const shape = shapeText(node, shared);
  const value =
    component === undefined ? shape : group("named(", [valueText(component), shape], ")");
  const declared = `${exported}const ${constOf(name)}`;
  if (file.untyped) return [[`${declared}: Shape = `, value, ";"]];
  const type = typeText(node, shared);
  const isObject = node.kind === "object";
  return [
    isObject ? [`${exported}interface ${name} `, type] : [`${exported}type ${name} = `, type, ";"],
    [`${declared}: Shape<${name}> = `, value, ";"],
    ...(file.kinds?.includes(name) ? kindsOf(name) : []),
  ];
}

/** The types of what is told by its `type`. */
const kindsOf = (name: string): readonly string[] => [
  `export type ${name}Kind = ${name}["type"];`,
  `export type ${name}Of<K extends ${name}Kind> = Extract<${name}, { readonly type: K }>;`,
];
