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

/** How often both ways are tried, until they agree: a machine that does other things leaves some verdicts undecided. */
const roundsMax = 3;

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
  rmSync(path);
  return Object.fromEntries(rules.map(({ rule, verdict }) => [rule, verdict]));
}

/** One client in both ways. */
interface Pair {
  readonly client: Client;
  readonly seed: number;
  readonly waited: Verdicts;
  readonly skipped: Verdicts;
}

type Asked = Pick<Pair, "client" | "seed">;

/** Those that wait go a few at once, since they do little else, and then the others one at a time. */
async function round(asked: readonly Asked[]): Promise<Pair[]> {
  const waited = new Map<Asked, Verdicts>();
  const open = [...asked];
  const worker = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      waited.set(next, await verdictsOf(next.client, next.seed, []));
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  const done: Pair[] = [];
  for (const each of asked) {
    const skipped = await verdictsOf(each.client, each.seed, ["--skip-waits"]);
    done.push({ ...each, waited: waited.get(each) as Verdicts, skipped });
  }
  return done;
}

const differing = ({ waited, skipped }: Pair): string[] =>
  Object.keys(waited).filter((rule) => waited[rule] !== skipped[rule]);

const isSame = (pair: Pair): boolean => differing(pair).length === 0;

/** Every client in both ways: all that was tried, and the last of each. */
async function pairs(): Promise<{ tried: readonly Pair[]; last: readonly Pair[] }> {
  const seeds = Array.from({ length: runs }, (_, at) => from + at);
  let last = await round(clients.flatMap((client) => seeds.map((seed) => ({ client, seed }))));
  const tried = [...last];
  for (let rounds = 1; rounds < roundsMax && !last.every(isSame); rounds += 1) {
    const again = await round(last.filter((pair) => !isSame(pair)));
    tried.push(...again);
    last = [...last.filter(isSame), ...again];
  }
  return { tried, last };
}

/** How often each was said, with waits and without; of how many rules another was; and how many pairs were tried again. */
function tableOf({ tried, last }: Awaited<ReturnType<typeof pairs>>): string {
  const rows = clients.map(([language, policy]) => {
    const isMine = ({ client }: Pair) => client[0] === language && client[1] === policy;
    const mine = last.filter(isMine);
    const count = (way: "waited" | "skipped", verdict: string) =>
      mine.flatMap((pair) => Object.values(pair[way])).filter((each) => each === verdict).length;
    const both = (verdict: string) => `${count("waited", verdict)}/${count("skipped", verdict)}`;
    const cells = ["pass", "fail", "undecided", "not exercised"].map(both);
    const again = tried.filter(isMine).length - mine.length;
    return [`${language}, ${policy}`, mine.length, ...cells, mine.flatMap(differing).length, again];
  });
  const head = ["client", "runs", "pass", "fail", "undecided", "n/e", "differ", "again"];
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) => (at === 0 ? String(cell).padEnd(18) : String(cell).padStart(11)))
        .join(""),
    )
    .join("\n");
}

const opposites: Readonly<Record<string, string>> = { pass: "fail", fail: "pass" };

it.runIf(clients.length > 0)(
  `a client gets the same verdicts with its waits and without them, in ${runs} runs each way`,
  { timeout: 90 * 60_000 },
  async () => {
    const { tried, last } = await pairs();
    if (process.env["PROOF_TABLE"] !== undefined) console.log(tableOf({ tried, last }));
    const named = (pair: Pair, rule: string) => `${pair.client.join(" ")} ${pair.seed} ${rule}`;
    const opposite = ({ waited, skipped }: Pair, rule: string) =>
      opposites[waited[rule] ?? ""] === skipped[rule];
    const wrong = tried.flatMap((pair) =>
      differing(pair).flatMap((rule) => (opposite(pair, rule) ? [named(pair, rule)] : [])),
    );
    expect(wrong).toEqual([]);
    // How late the machine is may leave a rule open in one of two runs, also of two that both wait.
    const open = last.flatMap((pair) => differing(pair).map((rule) => named(pair, rule)));
    const verdicts = last.reduce((sum, { waited }) => sum + Object.keys(waited).length, 0);
    if (isWhole) expect({ open, few: open.length < verdicts / 100 }).toMatchObject({ few: true });
    // It would prove nothing if nothing was said.
    for (const policy of ["careful", "careless"]) {
      const said = last.flatMap(({ client, waited }) =>
        client[1] === policy ? Object.values(waited) : [],
      );
      if (said.length > 0) expect(said).toContain(policy === "careful" ? "pass" : "fail");
    }
  },
);
