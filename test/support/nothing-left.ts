import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";

const tree = resolve(import.meta.dirname, "../..");

/** What builds and installations make in the tree, beside which a test's own would not be found. */
const made = /^(\.git|dist|coverage|node_modules\/(?!\.cache\b))/;

/**
 * Gives a run a temporary folder and a home of its own, and fails it if its tests leave anything there, in the user's
 * own home, at the root of the file system, or in the working tree.
 *
 * @returns what is called when the run has ended
 */
export default function setup(): () => void {
  const before = { root: namesIn("/"), home: namesIn(homedir()), tree: filesOf(tree) };
  const home = homedir();
  // A socket's path has at most 107 bytes: this name is short.
  const own = realpathSync(mkdtempSync(join(tmpdir(), "tests-")));
  // Some tests run a command as another user, who has to get at its folder.
  chmodSync(own, 0o711);
  process.env.TMPDIR = join(own, "tmp");
  process.env.HOME = join(own, "home");
  for (const folder of [process.env.TMPDIR, process.env.HOME]) mkdirSync(folder);
  // A test's command may be npm's, which keeps its logs in the home folder unless it is told where.
  process.env.npm_config_cache ??= join(own, "npm");
  return () => {
    const left = [
      ...namesIn(join(own, "tmp")).map((name) => `${name} in the temporary folder`),
      ...namesIn(join(own, "home")).map((name) => `${name} in the home folder`),
      ...added(before.home, namesIn(home)).map((name) => join(home, name)),
      ...added(before.root, namesIn("/")).map((name) => `/${name}`),
      ...added(before.tree, filesOf(tree)),
    ];
    rmSync(own, { recursive: true, force: true });
    if (left.length === 0) return;
    // What is thrown here would be printed, and the run would end with 0.
    console.error(`\ntests left behind: ${left.join(", ")}`);
    process.exitCode = 1;
  };
}

/** Nothing, where a user may not look. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** All files of a working tree, without what is installed and built. */
function filesOf(folder: string, at = ""): readonly string[] {
  return readdirSync(join(folder, at), { withFileTypes: true }).flatMap((entry) => {
    const path = at === "" ? entry.name : `${at}/${entry.name}`;
    if (made.test(path)) return [];
    return entry.isDirectory() ? filesOf(folder, path) : [path];
  });
}

const added = (before: readonly string[], after: readonly string[]): readonly string[] =>
  after.filter((name) => !before.includes(name));
