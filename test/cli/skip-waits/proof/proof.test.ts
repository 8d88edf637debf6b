import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { ReportCard } from "../../../../src/report/card-shape.ts";
import { bin } from "../../../support/cli.ts";

/** How often each client runs in each way. WAITS_RUNS=20 is the whole proof. */
const runs = Number(process.env["WAITS_RUNS"] ?? 1);
const isWhole = runs >= 20;
const from = 531;

const languages = { Python: ["python3", "client.py"], Ruby: ["ruby", "client.rb"] } as const;
type Language = keyof typeof languages;

/** A language, and a policy that its client knows. */
type Client = readonly [language: Language, policy: "careful" | "steady" | "careless"];

const few: readonly Client[] = [
  ["Python", "careful"],
  ["Ruby", "steady"],
];
const all = (["careful", "steady", "careless"] as const).flatMap((policy) =>
  (["Python", "Ruby"] as const).map((language): Client => [language, policy]),
);

function isThere(language: Language): boolean {
  try {
    execFileSync(languages[language][0], ["--version"], { stdio: "ignore", timeout: 20_000 });
    return process.platform !== "win32";
  } catch {
    return false;
  }
}
const present = (Object.keys(languages) as Language[]).filter(isThere);
const clients = (isWhole ? all : few).filter(([language]) => present.includes(language));

const folder = mkdtempSync(join(tmpdir(), "emulator-waits-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Verdicts = Readonly<Record<string, string>>;

/** What the report card says of a client, once its command has ended, well or not. */
async function verdictsOf(
  [language, policy]: Client,
  seed: number,
  more: readonly string[],
): Promise<Verdicts> {
  const path = join(folder, [language, policy, seed, ...more, "json"].join("."));
  const [program, file] = languages[language];
  const scenario = join(import.meta.dirname, "trouble.yaml");
  const judging = ["--quiet", "--compare", "--scenario", scenario, `--report=${path}`, ...more];
  const command = [program, join(import.meta.dirname, file), policy, String(seed)];
  const env = { ...process.env, TMPDIR: folder };
  const told = await new Promise<string>((resolve) => {
    const words = [bin, "exec", ...judging, "--", ...command];
    execFile(process.execPath, words, { env, timeout: 120_000 }, (error, _, stderr) =>
      resolve(`${String(error)}\n${stderr}`),
    );
  });
  if (!existsSync(path)) throw new Error(told);
  const { rules } = JSON.parse(readFileSync(path, "utf8")) as ReportCard;
  return Object.fromEntries(rules.map(({ rule, verdict }) => [rule, verdict]));
}

interface Pair {
  readonly client: Client;
  readonly seed: number;
  readonly waited: Verdicts;
  readonly skipped: Verdicts;
}

/** Every client in both ways, a few at once: nearly all of the time is spent waiting. */
async function pairs(): Promise<Pair[]> {
  const open = clients.flatMap((client) =>
    Array.from({ length: runs }, (_, at) => ({ client, seed: from + at })),
  );
  const done: Pair[] = [];
  const worker = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const { client, seed } = next;
      const waited = await verdictsOf(client, seed, []);
      const skipped = await verdictsOf(client, seed, ["--skip-waits"]);
      done.push({ client, seed, waited, skipped });
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return done;
}

const differing = ({ waited, skipped }: Pair): string[] =>
  Object.keys(waited).filter((rule) => waited[rule] !== skipped[rule]);

/** How often each was said, with waits and without, and of how many rules another was. */
function tableOf(done: readonly Pair[]): string {
  const rows = clients.map(([language, policy]) => {
    const mine = done.filter(({ client }) => client[0] === language && client[1] === policy);
    const count = (way: "waited" | "skipped", verdict: string) =>
      mine.flatMap((pair) => Object.values(pair[way])).filter((each) => each === verdict).length;
    const both = (verdict: string) => `${count("waited", verdict)}/${count("skipped", verdict)}`;
    const cells = ["pass", "fail", "undecided", "not exercised"].map(both);
    return [`${language}, ${policy}`, mine.length, ...cells, mine.flatMap(differing).length];
  });
  const head = ["client", "runs", "pass", "fail", "undecided", "n/e", "differ"];
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) => (at === 0 ? String(cell).padEnd(18) : String(cell).padStart(11)))
        .join(""),
    )
    .join("\n");
}

it.runIf(clients.length > 0)(
  `a client gets the same verdicts with its waits and without them, in ${runs} runs each way`,
  { timeout: 60 * 60_000 },
  async () => {
    const done = await pairs();
    if (process.env["PROOF_TABLE"] !== undefined) console.log(tableOf(done));
    const others = done.flatMap((pair) =>
      differing(pair).map((rule) => [
        `${pair.client.join(" ")} ${pair.seed} ${rule}`,
        pair.waited[rule],
        pair.skipped[rule],
      ]),
    );
    expect(others).toEqual([]);
    // It would prove nothing if nothing was said.
    for (const { client, waited } of done) {
      const said = Object.values(waited);
      expect([client, said.filter((each) => each === "pass").length > 3]).toEqual([client, true]);
      expect([client, said.includes("fail")]).toEqual([client, client[1] !== "careful"]);
    }
  },
);
