import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** A package, as the lock file has it. */
interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** What is in the bundle, which npm counts as needed by developers only, or installed beside it. */
type Place = "bundled" | "installed";

const jsonOf = (file: string) => JSON.parse(readFileSync(file, "utf8"));

const nameOf = (folder: string): string => folder.slice(folder.lastIndexOf("node_modules/") + 13);

const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;

/** The folder of what a package asks for: the nearest `node_modules` that has it, as Node looks for it. */
function folderOf(name: string, from: string, locked: Readonly<Record<string, Locked>>): string {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const folder = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (folder in locked) return folder;
    if (at === "") throw new Error(`${name} is not locked`);
  }
}

/** What npm installs with the package, and with what that asks for. */
function installed(locked: Readonly<Record<string, Locked>>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const visit = (folder: string): string[] => {
    const needed = Object.keys(locked[folder]?.dependencies ?? {});
    return needed.map((name) => {
      const own = folderOf(name, folder, locked);
      if (!found.has(own)) {
        found.set(own, []);
        found.set(own, visit(own));
      }
      return own;
    });
  };
  visit("");
  return found;
}

function componentOf(folder: string, { version, license, integrity }: Locked, place: Place) {
  const [, algorithm, hash = ""] = /^(sha512)-(.+)$/.exec(integrity ?? "") ?? [];
  const [group, name = group] = nameOf(folder).split("/");
  return {
    type: "library",
    "bom-ref": `${place}:${purlOf(nameOf(folder), version)}`,
    ...(name !== group && { group }),
    name,
    version,
    ...(algorithm !== undefined && {
      hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }],
    }),
    licenses: [{ expression: license ?? jsonOf(`${folder}/package.json`).licence }],
    purl: purlOf(nameOf(folder), version),
    properties: [{ name: "service-emulator:place", value: place }],
  };
}

/**
 * The bill of materials of the package, as CycloneDX 1.6: the same for the same lock file, without a time.
 *
 * @param bundled the folders of the packages whose code is in `dist/`
 */
export function sbomOf(bundled: readonly string[]): string {
  const { name, version, license } = jsonOf("package.json");
  const locked: Readonly<Record<string, Locked>> = jsonOf("package-lock.json").packages;
  const beside = installed(locked);
  const component = (folder: string, place: Place) =>
    componentOf(folder, locked[folder] ?? jsonOf(`${folder}/package.json`), place);
  const components = [
    ...bundled.map((folder) => component(folder, "bundled")),
    ...[...beside.keys()].sort().map((folder) => component(folder, "installed")),
  ];
  const refOf = (folder: string) => component(folder, "installed")["bom-ref"];
  const own = purlOf(name, version);
  const direct = Object.keys(locked[""]?.dependencies ?? {});
  const rootNeeds = [
    ...bundled.map((folder) => component(folder, "bundled")["bom-ref"]),
    ...direct.map((each) => refOf(folderOf(each, "", locked))),
  ];
  const bom = {
    metadata: {
      component: {
        type: "application",
        "bom-ref": own,
        name,
        version,
        licenses: [{ expression: license }],
        purl: own,
      },
    },
    components,
    dependencies: [
      { ref: own, dependsOn: rootNeeds },
      ...[...beside].map(([folder, needs]) => ({
        ref: refOf(folder),
        dependsOn: needs.map(refOf),
      })),
    ],
  };
  const digest = createHash("sha256").update(JSON.stringify(bom)).digest("hex");
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
  const head = { bomFormat: "CycloneDX", specVersion: "1.6", serialNumber: `urn:uuid:${uuid}` };
  return `${JSON.stringify({ ...head, version: 1, ...bom }, null, 1)}\n`;
}
