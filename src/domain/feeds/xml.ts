/** What is read of XML: a text, or its children by their names, of which several of a name are a list. */
type Read = string | { [name: string]: Read | Read[] };

const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^[>]*(?:\[[\s\S]*?\]\s*)?>|<(\/?)([^\s/>!?][^\s/>]*)((?:\s(?:"[^"]*"|'[^']*'|[^"'>])*?)?)(\/?)>|[^<]+|</gy;
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

interface Open {
  readonly name: string;
  readonly members: { [name: string]: Read | Read[] };
  text: string;
}

/**
 * Reads XML as templates have it: what stands in its root, by name. @guess: attributes with an `@` before their names, and
 * the text beside them as `#text`
 *
 * @returns undefined for what is no XML
 */
export function xmlIn(text: string): Read | undefined {
  const open: Open[] = [{ name: "", members: nameless(), text: "" }];
  for (const [whole, cdata, ends, name = "", attributes = "", isEmpty] of text.matchAll(token)) {
    const top = open.at(-1) as Open;
    if (cdata !== undefined) top.text += cdata;
    else if (whole === "<") return undefined;
    else if (!whole.startsWith("<")) top.text += entitiesIn(whole);
    else if (ends === "/") {
      if (open.length === 1 || name !== top.name) return undefined;
      close(open);
    } else if (name !== "") {
      open.push({ name, members: membersIn(attributes), text: "" });
      if (isEmpty === "/") close(open);
    }
  }
  const [root, another] = Object.values((open[0] as Open).members);
  return open.length > 1 || another !== undefined || Array.isArray(root) ? undefined : root;
}

/** What was opened last becomes a member of what is around it. */
function close(open: Open[]): void {
  const { name, members, text } = open.pop() as Open;
  const around = (open.at(-1) as Open).members;
  const said = text.trim();
  const read: Read =
    Object.keys(members).length === 0
      ? said
      : said === ""
        ? members
        : Object.assign(members, { "#text": said });
  const before = around[name];
  if (before === undefined) around[name] = read;
  else if (Array.isArray(before)) before.push(read);
  else around[name] = [before, read];
}

function membersIn(attributes: string): Open["members"] {
  const members = nameless();
  for (const [, name = "", double, single] of attributes.matchAll(attribute)) {
    members[`@${name}`] = entitiesIn(double ?? single ?? "");
  }
  return members;
}

/** Any name is data in it, `__proto__` too. */
const nameless = () => Object.create(null) as Open["members"];

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

const entitiesIn = (text: string): string =>
  text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name as string] ?? whole;
    const code = hex === undefined ? Number(decimal) : parseInt(hex as string, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
