import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import about from "../../package.json" with { type: "json" };
import { dist } from "../support/cli.ts";

const root = join(import.meta.dirname, "../..");

interface Component {
  readonly "bom-ref": string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses: readonly { readonly expression: string }[];
  readonly properties: readonly { readonly name: string; readonly value: string }[];
}

const text = readFileSync(join(dist, "sbom.cdx.json"), "utf8");
const bom = JSON.parse(text) as {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly serialNumber: string;
  readonly metadata: { readonly component: { readonly "bom-ref": string } };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
};

const named = (place: string) =>
  bom.components
    .filter(({ properties }) => properties.some(({ value }) => value === place))
    .map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));

const code = readdirSync(dist).filter((name) => /\.c?js$/.test(name));

it("the bill of materials names every package whose code is in the bundle", () => {
  const modules = JSON.parse(readFileSync(join(dist, "modules.json"), "utf8")) as object;
  const files = Object.values(modules).flat() as string[];
  const found = files.flatMap(
    (file) => /.*node_modules\/((?:@[\w.-]+\/)?[\w.-]+)/.exec(file)?.[1] ?? [],
  );
  expect(named("bundled")).toEqual([...new Set(found)].sort());
  expect(named("bundled")).toEqual(expect.arrayContaining(["csv-parse", "h3", "preact"]));
});

it("the bill of materials names every package that is installed, and what that asks for", () => {
  expect(named("installed")).toEqual(expect.arrayContaining(Object.keys(about.dependencies)));
  expect(named("installed")).toContain("@seald-io/nedb");
  const refs = new Set(bom.components.map((component) => component["bom-ref"]));
  expect(refs.size).toBe(bom.components.length);
  const [own, ...others] = bom.dependencies;
  expect(own?.ref).toBe(bom.metadata.component["bom-ref"]);
  const told = bom.dependencies.flatMap(({ dependsOn }) => dependsOn);
  expect(told.filter((ref) => !refs.has(ref))).toEqual([]);
  expect(others.filter(({ ref }) => !told.includes(ref))).toEqual([]);
});

it("the bill of materials says of each its version, licence and hash, as it is here", () => {
  expect([bom.bomFormat, bom.specVersion]).toEqual(["CycloneDX", "1.6"]);
  expect(bom.serialNumber).toMatch(
    /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  for (const { purl, name, version, group, hashes, licenses } of bom.components) {
    const whole = group === undefined ? name : `${group}/${name}`;
    expect(purl).toBe(`pkg:npm/${whole.replace("@", "%40")}@${version}`);
    expect(licenses[0]?.expression).toMatch(/^[\w.() -]+$/);
    expect(hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  }
});

it("the package has no code of its packages that downloads a program, or starts one that it finds", () => {
  expect(code.length).toBeGreaterThan(50);
  const found = code.filter((name) =>
    /cloudflared|wl-copy|pbcopy|xdg-mime/i.test(readFileSync(join(dist, name), "utf8")),
  );
  expect(found).toEqual([]);
});

it("the package is not published before its manifest says whose it is", () => {
  expect(about.publishConfig).toEqual({ provenance: true });
  expect(about.scripts.prepublishOnly).toBe("node .ci/publishable.mjs");
  const { status, stderr } = spawnSync(process.execPath, [join(root, ".ci/publishable.mjs")], {
    encoding: "utf8",
  });
  const hasOwner = !about.repository.url.includes("/OWNER/");
  expect([status, stderr]).toEqual(
    hasOwner ? [0, ""] : [1, expect.stringMatching(/^package\.json: OWNER stands for .*\n/)],
  );
});
