import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** A file imports from its own room or from one to its left. */
const rooms = [
  "preload",
  "contract",
  "jsonapi",
  "world",
  "domain",
  "verbs",
  "areas",
  "seeding",
  "emulation",
  "pipeline",
  "report",
  "control",
  "telemetry",
  "scenarios",
  "explore",
  "durable",
  "server",
  "cli",
];

/** The page in a browser: a house of its own, which knows none of the rooms. */
const inspectorRooms = ["client", "store", "parts", "frame", "views"];

/** What the page loads of the rooms: the language of queries, which is one for page and command line. It loads nothing. */
const sharedWithPage = ["world/journal/query/query.ts", "control/session/saved.ts"];

/** The rooms within the command line, in the same order. What lies beside them puts them together. */
const cliRooms = ["terminal", "options", "process", "card", "actions", "commands"];

/** The only rooms that know a package. */
const pins: Readonly<Record<string, readonly string[]>> = {
  "sorted-btree": ["world"],
  ms: ["world"],
  "fastest-levenshtein": ["world"],
  "libphonenumber-js": ["jsonapi"],
  re2js: ["domain"],
  "fast-xml-parser": ["domain"],
  yaml: ["seeding"],
  "csv-parse": ["seeding"],
  "simple-statistics": ["report"],
  "@faker-js/faker": ["seeding"],
  h3: ["server"],
  srvx: ["server"],
  listhen: ["server"],
  "get-port-please": ["server"],
  commander: ["cli"],
  chalk: ["cli"],
  "cli-table3": ["cli"],
  chokidar: ["cli"],
  "@modelcontextprotocol/sdk": ["cli"],
  "@opentelemetry": ["telemetry"],
  "nedb-promises": ["durable"],
  vitest: [""],
  preact: ["inspector"],
  "@preact/signals": ["inspector"],
};

/** Where the timers of a user's programs are replaced. */
const timersOfOthers = ["preload/promises.ts", "preload/timers.ts", "preload/timers.ts"];

/** Options that users paste into their own programs. */
const pasted = "report/advice/libraries.ts";

/** Where time and chance may come from, and where they may be waited for. */
const sources: Readonly<Record<string, readonly string[]>> = {
  "Date.now": [
    pasted,
    "inspector/store/pulse.ts",
    "preload/clocks.ts",
    "world/time/machine-time.ts",
  ],
  "Math.random(": [pasted],
  "new Date()": [],
  "performance.now": ["inspector/store/pulse.ts", "world/time/machine-time.ts"],
  timeOrigin: ["world/time/machine-time.ts"],
  "setTimeout(": [pasted, "world/time/due-queue.ts", "inspector/store/pulse.ts", ...timersOfOthers],
  "setInterval(": ["world/time/clock.ts", ...timersOfOthers],
  randomUUID: [],
  randomBytes: ["preload/activity.ts", "server/guard.ts", "world/dice.ts"],
};

const src = resolve(import.meta.dirname, "../src");
const all = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.(tsx?|css)$/.test(name))
  .map((name) => ({
    name: name.replaceAll("\\", "/"),
    text: readFileSync(join(src, name), "utf8"),
  }));
const files = all.filter(({ name }) => !name.endsWith(".css"));

const roomOf = (name: string) => (name.includes("/") ? (name.split("/")[0] ?? "") : "");
const importsOf = (text: string) =>
  [...text.matchAll(/(?:\bfrom\s|^import\s|\bimport\()"([^"\s]+)"/gm)].map(
    ([, target = ""]) => target,
  );
const targetOf = (name: string, target: string) =>
  relative(src, resolve(src, dirname(name), target)).replaceAll("\\", "/");

/** What is loaded together with a file: neither types nor what it loads when it comes to it. */
const loadedBy = (text: string) =>
  [...text.matchAll(/^import (?!type\b)[^;]*?"([^"\s]+)";/gm)].map(([, target = ""]) => target);

/** Whether an import is of more than types: without `type`, or `import()`. */
const isLoaded = (name: string, target: string): boolean => {
  const { text = "" } = files.find((file) => file.name === name) ?? {};
  const typed = [...text.matchAll(/^import type [^;]*?"([^"\s]+)";/gm)].map(([, each]) => each);
  const all = importsOf(text).filter((each) => each === target);
  return all.length > typed.filter((each) => each === target).length;
};

/** Every pair of a file and something it imports, of which `wrong` says what is wrong. */
function offences(wrong: (name: string, target: string) => string | undefined): string[] {
  return files.flatMap(({ name, text }) =>
    importsOf(text).flatMap((target) => {
      const what = wrong(name, target);
      return what === undefined ? [] : [`${name} imports ${target}: ${what}`];
    }),
  );
}

/** The files of the house that a file imports. */
const neighboursOf = (name: string, text: string) =>
  importsOf(text)
    .filter((target) => target.startsWith("."))
    .map((target) => targetOf(name, target));

/** The circles that are met on a walk through all imports: none, if there is none. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const left = new Set<string>();
  const visit = (name: string, way: readonly string[]): void => {
    const at = way.indexOf(name);
    if (at >= 0) found.push([...way.slice(at), name].join(" > "));
    if (at >= 0 || left.has(name)) return;
    for (const target of imports.get(name) ?? []) visit(target, [...way, name]);
    left.add(name);
  };
  for (const name of imports.keys()) visit(name, []);
  return found;
}

describe("the house", () => {
  it("has only the rooms of the design", () => {
    const found = new Set(files.map(({ name }) => roomOf(name)).filter((room) => room !== ""));
    expect([...found].filter((room) => ![...rooms, "inspector"].includes(room))).toEqual([]);
  });

  it("lets a file import from its own room or from one to its left", () => {
    const found = offences((name, target) => {
      if (!target.startsWith(".")) return undefined;
      const [own, other] = [roomOf(name), roomOf(targetOf(name, target))];
      if (own === "" || own === "inspector") return undefined;
      const isVersion = targetOf(name, target) === "version.ts";
      if (other === "") return own === "cli" || isVersion ? undefined : "outside the rooms";
      if (other === "inspector") return "a house of its own";
      return rooms.indexOf(other) <= rooms.indexOf(own) ? undefined : `${other} is to the right`;
    });
    expect(found).toEqual([]);
  });

  it("has the inspector beside it, which takes types of it and loads nothing, with its rooms in a row", () => {
    const ownRoomOf = (name: string) => /^inspector\/([a-z]+)\//.exec(name)?.[1] ?? "";
    const wrong = offences((name, target) => {
      if (roomOf(name) !== "inspector") return undefined;
      if (target.startsWith("node:")) return "no browser has it";
      if (!target.startsWith(".")) return undefined;
      const other = targetOf(name, target);
      if (roomOf(other) !== "inspector")
        return isLoaded(name, target) && !sharedWithPage.includes(other)
          ? "it would be loaded in a browser"
          : undefined;
      if (ownRoomOf(name) === "") return undefined;
      const isLeft =
        inspectorRooms.indexOf(ownRoomOf(other)) <= inspectorRooms.indexOf(ownRoomOf(name));
      return isLeft && ownRoomOf(other) !== "" ? undefined : `${ownRoomOf(other)} is to the right`;
    });
    expect(wrong).toEqual([]);
    const shared = files.filter(({ name }) => sharedWithPage.includes(name));
    const alone = shared.flatMap(({ name, text }) =>
      loadedBy(text).filter((target) => !sharedWithPage.includes(targetOf(name, target))),
    );
    expect(alone).toEqual([]);
    const found = new Set(files.flatMap(({ name }) => ownRoomOf(name) || []));
    expect([...found].toSorted()).toEqual(inspectorRooms.toSorted());
    // Its compiler knows of them for the sake of those types.
    const ofNode = /\b(?:process\.|Buffer\b|setImmediate\(|require\(|NodeJS\.)/;
    const page = files.filter(({ name }) => roomOf(name) === "inspector");
    expect(page.filter(({ text }) => ofNode.test(text)).map(({ name }) => name)).toEqual([]);
  });

  it("lets no view of the inspector import another", () => {
    const viewOf = (name: string) => /^inspector\/views\/([a-z]+)\//.exec(name)?.[1];
    const found = offences((name, target) => {
      const [own, other] = [viewOf(name), viewOf(targetOf(name, target))];
      return own && other && own !== other ? "another view" : undefined;
    });
    expect(found).toEqual([]);
  });

  it("has the rooms of the command line in a row, too", () => {
    const cliRoomOf = (name: string) => /^cli\/([a-z]+)\//.exec(name)?.[1] ?? "";
    const isOfCli = (name: string) => roomOf(name) === "cli";
    const found = new Set(files.flatMap(({ name }) => cliRoomOf(name) || []));
    expect([...found].toSorted()).toEqual(cliRooms.toSorted());
    const wrong = offences((name, target) => {
      const other = targetOf(name, target);
      if (cliRoomOf(name) === "" || !target.startsWith(".") || !isOfCli(other)) return undefined;
      if (cliRoomOf(other) === "") return "outside the rooms";
      const isLeft = cliRooms.indexOf(cliRoomOf(other)) <= cliRooms.indexOf(cliRoomOf(name));
      return isLeft ? undefined : `${cliRoomOf(other)} is to the right`;
    });
    expect(wrong).toEqual([]);
  });

  it("declares commands without loading what they do", () => {
    const found = files
      .filter(({ name }) => name.startsWith("cli/commands/"))
      .flatMap(({ name, text }) =>
        loadedBy(text)
          .map((target) => targetOf(name, target))
          .filter((target) => /^cli\/(?:process|card|actions)\//.test(target))
          .map((target) => `${name} loads ${target}`),
      );
    expect(found).toEqual([]);
  });

  it("has no circles of files, not of types either", () => {
    expect(
      circles(new Map(files.map(({ name, text }) => [name, neighboursOf(name, text)]))),
    ).toEqual([]);
  });

  it("finds a circle, however long it is", () => {
    const imports = { "a.ts": ["b.ts"], "b.ts": ["c.ts", "d.ts"], "c.ts": ["a.ts"], "d.ts": [] };
    expect(circles(new Map(Object.entries(imports)))).toEqual(["a.ts > b.ts > c.ts > a.ts"]);
  });

  it("lets no area import another", () => {
    const areaOf = (name: string) => /^areas\/([a-z-]+)\//.exec(name)?.[1];
    const found = offences((name, target) => {
      const [own, other] = [
        areaOf(name),
        areaOf(target.startsWith(".") ? targetOf(name, target) : ""),
      ];
      return own && other && own !== other ? "another area" : undefined;
    });
    expect(found).toEqual([]);
  });

  it("keeps each package in its rooms", () => {
    const found = offences((name, target) => {
      if (target.startsWith(".") || target.startsWith("node:")) return undefined;
      const known = Object.keys(pins).find((pin) => target === pin || target.startsWith(`${pin}/`));
      if (known === undefined) return "a package that no room is pinned to";
      return pins[known]?.includes(roomOf(name)) ? undefined : "not its room";
    });
    expect(found).toEqual([]);
  });

  it("takes time and chance from the world alone", () => {
    const found = files.flatMap(({ name, text }) =>
      Object.entries(sources)
        .filter(([source, allowed]) => text.includes(source) && !allowed.includes(name))
        .map(([source]) => `${name}: ${source}`),
    );
    expect(found).toEqual([]);
  });

  it("leaves nothing open and casts nothing away", () => {
    const open =
      /\b(TODO|FIXME|XXX|HACK)\b|\bas any[;,)\]]|: any[;,)=\]]|@ts-ignore|@ts-expect-error|eslint-disable/;
    expect(files.filter(({ text }) => open.test(text)).map(({ name }) => name)).toEqual([]);
  });

  it("keeps files small and their names plain", () => {
    const long = all.filter(({ text }) => text.split("\n").length > 301);
    expect(long.map(({ name }) => name)).toEqual([]);
    expect(files.filter(({ name }) => /(utils?|helpers?|misc|common)\b/.test(name))).toEqual([]);
  });

  it("has no function of more than 60 lines, but for a list or the markup of a view", () => {
    const long: string[] = [];
    const may = ({ name, text }: (typeof files)[number]) =>
      name.endsWith(".ts") && text.split("\n").length > 60;
    for (const { name, text } of files.filter(may)) {
      const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
      const lineOf = (at: number) => source.getLineAndCharacterOfPosition(at).line;
      const visit = (node: ts.Node): void => {
        const body = ts.isFunctionLike(node) && "body" in node ? node.body : undefined;
        const lines = 1 + lineOf(node.end) - lineOf(node.getStart());
        if (body && ts.isBlock(body) && lines > 60) {
          long.push(`${name}:${lineOf(node.getStart()) + 1} has ${lines}`);
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
    }
    expect(long).toEqual([]);
  });

  it("has no room that is a hall", () => {
    const beside = new Map<string, number>();
    for (const { name } of all) beside.set(dirname(name), (beside.get(dirname(name)) ?? 0) + 1);
    expect([...beside].filter(([, count]) => count > 40)).toEqual([]);
  });

  it("re-exports only from the library's door and from an area's index", () => {
    const found = files.filter(
      ({ name, text }) => /^export (\*|\{[^}]*\}) from/m.test(text) && name !== "index.ts",
    );
    expect(found.map(({ name }) => name)).toEqual([]);
  });

  it("exports by name only", () => {
    expect(
      files.filter(({ text }) => /^export default/m.test(text)).map(({ name }) => name),
    ).toEqual([]);
  });

  it("writes a type in one line where that has room for it, and it needs no words", () => {
    const short = files.flatMap(({ name, text }) => {
      if (/^[^\n]*printed/i.test(text)) return [];
      const all = text.matchAll(
        /^(?:export )?interface (\w+(?:<[^>\n]*>)?) \{\n((?: {2}.*\n)+)\}$/gm,
      );
      return [...all].flatMap(([whole, type = "", body = ""]) => {
        const members = body.trim().split(/\n\s*/);
        const isPlain = members.every((each) => /^(?:readonly )?[\w"?-]+\??:[^{]*;$/.test(each));
        const [before] = whole.split("interface");
        const line = `${before}type ${type} = { ${members.join(" ").slice(0, -1)} };`;
        return isPlain && line.length <= 100 && !/\/[*/]/.test(body) ? [`${name}: ${type}`] : [];
      });
    });
    expect(short).toEqual([]);
  });

  it("keeps no state at module level", () => {
    const found = files.filter(({ text }) => /^(?:export )?let /m.test(text));
    expect(found.map(({ name }) => name)).toEqual([]);
  });
});
