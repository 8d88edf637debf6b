import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import type { Column } from "../../src/control/act.ts";
import { tableOf } from "../../src/cli/terminal/table.ts";

interface Row {
  name: string;
  path: string;
  note: string;
}

const columns: Column<Row>[] = [
  { head: "NAME", cell: ({ name }) => name },
  { head: "PATH", cell: ({ path }) => path, elastic: true },
  { head: "NOTE", cell: ({ note }) => note, optional: true },
];
const rows = [{ name: "one", path: "/a/rather/long/path/of/a/resource", note: "remarkable" }];
const bare = (text: string) => stripVTControlCharacters(text).split("\n");

it("a table is as wide as what is in it", () => {
  expect(bare(tableOf(columns, rows, undefined))).toEqual([
    "NAME  PATH                               NOTE",
    "one   /a/rather/long/path/of/a/resource  remarkable",
  ]);
});

it("a table leaves out what is optional to fit the screen, then breaks what may be broken behind its signs", () => {
  expect(bare(tableOf(columns, rows, 45))[1]).toBe("one   /a/rather/long/path/of/a/resource");
  expect(bare(tableOf(columns, rows, 25)).slice(1)).toEqual([
    "one   /a/rather/long/",
    "      path/of/a/resource",
  ]);
});

it("a table leaves out a column in which nothing stands, where that is nothing unusual", () => {
  const seldom = (cell: (row: Row) => string): Column<Row>[] => [
    { head: "NAME", cell: ({ name }) => name },
    { head: "SELDOM", cell, ifAny: true },
  ];
  const both = [...rows, { name: "two", path: "", note: "" }];
  expect(
    bare(
      tableOf(
        seldom(() => ""),
        both,
        80,
      ),
    )[0],
  ).toBe("NAME");
  expect(
    bare(
      tableOf(
        seldom(({ note }) => note),
        both,
        80,
      ),
    )[0],
  ).toBe("NAME  SELDOM");
});

it("a colour takes no room", () => {
  const red = (text: string) => `\u001B[31m${text}\u001B[39m`;
  const painted: Column<Row>[] = [
    { head: "PATH", cell: ({ path }) => path, elastic: true },
    { head: "NAME", cell: ({ name }) => red(name) },
  ];
  const fitting = tableOf(painted, rows, 41);
  expect(bare(fitting)[1]).toBe("/a/rather/long/path/of/a/resource  one");
  expect(fitting).toContain(red("one"));
  const cut: Column<Row>[] = [{ head: "PATH", cell: ({ path }) => red(path), elastic: "cut" }];
  expect(tableOf(cut, rows, 20)).toContain("\n/a/rather/long/…");
});

it("of several columns that may be narrower, the widest becomes so first", () => {
  const both: Column<Row>[] = [
    { head: "PATH", cell: ({ path }) => path, elastic: true },
    { head: "NOTE", cell: () => "a remark of three lines or so, which is long", elastic: true },
  ];
  const lines = bare(tableOf(both, rows, 60));
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60);
  expect(lines).toHaveLength(3);
});
