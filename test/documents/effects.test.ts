import { expect, it } from "vitest";
import { createApi } from "../../src/areas/index.ts";
import { effectsOf } from "../support/effects/table.ts";

const { said, unsaid } = effectsOf(createApi());

it("every member that a client can write has a line that says where it acts", () => {
  expect(unsaid.map(({ type, path }) => `${type} ${path}`)).toEqual([]);
});

it("every such line has a member", () => {
  const idle = said.filter(([, members]) => members.length === 0);
  expect(idle.map(([[type, members]]) => `${type} ${members}`)).toEqual([]);
});
