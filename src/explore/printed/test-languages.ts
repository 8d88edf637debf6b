import type { TestLanguage } from "../names.ts";
import type { Defect } from "../result-shape.ts";

/** By the program that runs a command. */
const programs: readonly (readonly [RegExp, TestLanguage])[] = [
  [/^(python|pypy|pytest|uv|poetry|pipenv)/, "pytest"],
  [/^(ruby|jruby|bundle|rake|rspec)/, "rspec"],
  [/^(php|composer|phpunit)/, "phpunit"],
  [/^go$/, "go"],
];

/** The language in which a command is written, as far as it can be seen. */
export function languageOf(command: readonly string[]): TestLanguage {
  const words = command.map((word) => word.split(/[/\\]/).at(-1) ?? "");
  const found = programs.find(([pattern]) => pattern.test(words[0] ?? ""));
  const suffixes: readonly (readonly [string, TestLanguage])[] = [
    [".py", "pytest"],
    [".rb", "rspec"],
    [".php", "phpunit"],
  ];
  const named = suffixes.find(([suffix]) => words.some((word) => word.endsWith(suffix)));
  return found?.[1] ?? named?.[1] ?? "vitest";
}

type Tested = Pick<Defect, "name" | "sentence" | "command">;

/** A test that runs what shows a defect again, and fails with what it prints; empty: nothing does. */
export function testIn(language: TestLanguage, defect: Tested): string {
  const { command } = defect;
  return command === null ? "" : templates[language]({ ...defect, command });
}

type Template = (of: { name: string; sentence: string; command: string }) => string;

const double = (text: string): string => JSON.stringify(text);
const single = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;

/** A test with another command in it. */
export const withCommand = (test: string, from: string, to: string): string =>
  [double, single].reduce((text, quoted) => text.replaceAll(quoted(from), () => quoted(to)), test);

const underscored = (name: string): string => name.replaceAll("-", "_");
const camel = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

const templates: Readonly<Record<TestLanguage, Template>> = {
  vitest: ({ sentence, command }) =>
    `test(${double(sentence)}, { timeout: 300_000 }, () => {
  const { status, stdout } = spawnSync(${double(command)}, { shell: true, encoding: "utf8" });
  expect(status, stdout).toBe(0);
});`,
  pytest: ({ name, sentence, command }) =>
    `def test_${underscored(name)}():
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
