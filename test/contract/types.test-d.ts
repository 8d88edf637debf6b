import { expectTypeOf, it } from "vitest";
import { instant, stamps, many, one } from "../../src/contract/members.ts";
import { change, creation } from "../../src/contract/bodies.ts";
import { type RecordOf, resource } from "../../src/contract/resource.ts";
import {
  boolean,
  type Infer,
  integer,
  nullable,
  required,
  string,
} from "../../src/contract/shape.ts";

const cat = resource("cat", {
  path: "/api/cats",
  attributes: {
    name: { shape: string(), write: "always", required: true, updated: required(string(), {}) },
    born: { shape: nullable(instant()), write: "create", from: "birth" },
    lives: { shape: integer(), default: 9 },
    asleep: { shape: boolean(), computed: true },
    ...stamps,
  },
  relationships: {
    owner: one("person", { write: "create", required: true }),
    vet: one("person", { optional: true, from: "doctor" }),
    toys: many("toy", { ids: "toy_ids", write: "always" }),
    kittens: many("cat", { by: "mother.id" }),
  },
  kept: { "microchip?": string() },
});

it("A record has what its table says is stored, by the names of its properties", () => {
  expectTypeOf<RecordOf<typeof cat>>().branded.toEqualTypeOf<{
    readonly id: string;
    readonly seq: number;
    readonly name: string;
    readonly birth: number | null;
    readonly lives: number;
    readonly created: number;
    readonly updated: number;
    readonly owner: string;
    readonly doctor: string | null;
    readonly toy_ids: readonly string[];
    readonly microchip?: string;
  }>();
});

it("A creation says what is required, and may say what else a client writes", () => {
  type Made = Infer<ReturnType<typeof made>>;
  const made = () => creation(cat);
  expectTypeOf<Made["attributes"]["name"]>().toEqualTypeOf<string>();
  expectTypeOf<keyof Made["attributes"]>().toEqualTypeOf<"name" | "born">();
  expectTypeOf<Made["relationships"]["owner"]["data"]["id"]>().toEqualTypeOf<string>();
});

it("An update names its record, and has to say nothing else", () => {
  type Changed = Infer<ReturnType<typeof changed>>;
  const changed = () => change(cat);
  expectTypeOf<Changed["id"]>().toEqualTypeOf<string>();
  expectTypeOf<Changed["attributes"]["name"]>().toEqualTypeOf<string | null | undefined>();
});
