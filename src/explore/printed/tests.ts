import { pluralOf } from "../../emulation/plural.ts";
import type { TestLanguage } from "../names.ts";
import type { Defect, Odd } from "../result-shape.ts";

type Check =
  | { readonly collection: string; readonly total: number }
  | { readonly collection: string; readonly where: Odd["where"]; readonly times: number };

/** What tells the wrong state from the right one: the plainest question that does. */
function checkOf(difference: readonly Odd[], counts: Counts): Check | undefined {
  for (const odd of difference) {
    const { where, expected, found, members, what } = odd;
    const collection = pluralOf(odd.collection);
    const isKnown = Object.keys(where).length > 0;
    if (what === "removed" && isKnown) return { collection, where, times: expected > 0 ? 0 : 1 };
    if (isKnown && Object.keys(members).some((name) => name in where))
      return { collection, where, times: expected };
    if (what === "changed" && isKnown && expected > 0) return { collection, where, times: 1 };
    const total = counts[collection];
    const isMore =
      what === "added" && expected !== found && netOf(difference, odd.collection) !== 0;
    if (isMore && total !== undefined) return { collection, total };
  }
  return undefined;
}

type Counts = Readonly<Record<string, number>>;

const netOf = (difference: readonly Odd[], collection: string): number =>
  difference
    .filter((odd) => odd.collection === collection && odd.what !== "changed")
    .reduce((sum, { what, expected, found }) => {
      return sum + (found - expected) * (what === "added" ? 1 : -1);
    }, 0);

/** A test of one's own in a few lines, which fails until the defect is mended: of a client in a function. */
export function testOf(
  defect: Pick<Defect, "oracle" | "steps" | "difference" | "missing">,
  counts: Counts,
): string {
  const { oracle, steps, difference, missing } = defect;
  const faults = steps.flatMap(({ fault, after }) => (after === undefined ? (fault ?? []) : []));
  // No function can be killed, the check is a command, and what is done in mid-run needs a scenario.
  if (oracle === "crash" || oracle === "check" || faults.length < steps.length) return "";
  const planned = faults.map((fault) => `sandbox.faults.add(${JSON.stringify(fault)});`);
  const call = "await client(sandbox.url, sandbox.keys.full);";
  if (oracle === "output") {
    const lines = missing.map(({ line }) => `expect(String(output)).toMatch(${lineText(line)});`);
    return [...planned, `const output = ${call}`, ...lines].join("\n");
  }
  const first = [call.replace(";", ".catch(() => {});"), "sandbox.faults.clear();"];
  const calls = oracle === "recovery" ? [...first, call] : [call];
  return [...planned, ...calls, ...assertionOf(checkOf(difference, counts))].join("\n");
}

const lineText = (line: string): string =>
  `/${line.replaceAll(/[\\^$.+?()[\]{}|/]/g, String.raw`\$&`).replaceAll("*", ".*")}/`;

function assertionOf(check: Check | undefined): string[] {
  if (check === undefined) return [];
  const name = JSON.stringify(check.collection);
  if ("total" in check) return [`expect(sandbox.state.counts()[${name}]).toBe(${check.total});`];
  const where = `expect.objectContaining(${JSON.stringify(check.where)})`;
  const not = check.times === 0 ? "not." : "";
  return [`expect(sandbox.state.get(${name}).records).${not}toContainEqual(${where});`];
}

/** By the program that runs a command, and by the files that it names. */
const languages: readonly (readonly [program: RegExp, file: RegExp, TestLanguage])[] = [
  [/^(python|pypy|pytest|uv|poetry|pipenv)/, /\.py$/, "pytest"],
  [/^(ruby|jruby|bundle|rake|rspec)/, /\.rb$/, "rspec"],
  [/^(php|composer|phpunit)/, /\.php$/, "phpunit"],
  [/^go$/, /^$/, "go"],
];

export function languageOf(command: readonly string[]): TestLanguage {
  const words = command.map((word) => word.split(/[/\\]/).at(-1) ?? "");
  const found =
    languages.find(([program]) => program.test(words[0] ?? "")) ??
    languages.find(([, file]) => words.some((word) => word !== "" && file.test(word)));
  return found?.[2] ?? "vitest";
}

/** A test that runs what shows a defect again, and fails with what it prints; empty: nothing does. */
export function testIn(
  language: TestLanguage,
  { command, ...defect }: Pick<Defect, "name" | "sentence" | "command">,
): string {
  return command === null ? "" : templates[language]({ ...defect, command });
}

type Template = (of: { name: string; sentence: string; command: string }) => string;

const double = (text: string): string => JSON.stringify(text);
const single = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

export const withCommand = (test: string, from: string, to: string): string =>
  [double, single].reduce((text, quoted) => text.replaceAll(quoted(from), () => quoted(to)), test);

const camel = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

const templates: Readonly<Record<TestLanguage, Template>> = {
  vitest: ({ sentence, command }) =>
    `test(${double(sentence)}, { timeout: 300_000 }, () => {
  const { status, stdout } = spawnSync(${double(command)}, { shell: true, encoding: "utf8" });
  expect(status, stdout).toBe(0);
});`,
  pytest: ({ name, sentence, command }) =>
    `def test_${name.replaceAll("-", "_")}():
    ${double(sentence)}
    run = subprocess.run(${double(command)}, shell=True, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout`,
  rspec: ({ sentence, command }) =>
    `it ${single(sentence)} do
  output, status = Open3.capture2(${single(command)})
  expect(status.exitstatus).to eq(0), output
end`,
  phpunit: ({ name, sentence, command }) =>
    `public function test${camel(name)}(): void
{
    // ${sentence.replaceAll(/\s+/g, " ")}
    exec(${single(command)}, $output, $code);
    $this->assertSame(0, $code, implode("\\n", $output));
}`,
  go: ({ name, sentence, command }) =>
    `func Test${camel(name)}(t *testing.T) {
	output, err := exec.Command("sh", "-c", ${double(command)}).Output()
	if err != nil {
		t.Fatalf("%s\\n%s", ${double(sentence)}, output)
	}
}`,
};
