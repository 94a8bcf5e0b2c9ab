// The parts of the test run, each ending in counts: { passed, failed, skipped }.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../build.mjs';
import { findBrowser } from '../browser.mjs';
import { ROOT, run } from './run.mjs';

const REPORTS = join(ROOT, 'test-results');
const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });

/** Counts of a Vitest JSON report. A test file that could not even be loaded counts as one failure. */
export function countVitest(report) {
  const brokenFiles = (report.testResults ?? []).filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed')).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}

/** Counts of a Playwright JSON report. A test that passed only when repeated is a failure: flaky is broken. */
export function countPlaywright(report) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report.stats ?? {};
  return { passed: expected, failed: unexpected + flaky + (report.errors?.length ?? 0), skipped };
}

/** A runner that ended badly never counts as green, whatever its report says; one that ran nothing has failed. */
export function settled(counts, code) {
  if (code !== 0 && counts.failed === 0) return { ...counts, failed: 1 };
  return counts.passed + counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

async function reported(name, count, start) {
  mkdirSync(REPORTS, { recursive: true });
  const file = join(REPORTS, `${name}.json`);
  rmSync(file, { force: true });
  const code = await start(file);
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 };
  return settled(count(JSON.parse(readFileSync(file, 'utf8'))), code);
}

const vitest = (project) => () => reported(`vitest-${project}`, countVitest, (file) =>
  run('vitest', ['run', '--project', project, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]));

export const TYPE_PROJECTS = ['src', 'sw', 'server', 'tests', 'e2e'];
export const LINT = ['oxlint', ['--type-aware', '--deny-warnings', 'src', 'sw', 'server', 'tests', 'e2e', 'scripts', 'vite.config.ts']];

async function types() {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const project of TYPE_PROJECTS) {
    const ok = await run('tsc', ['-p', project]) === 0;
    total[ok ? 'passed' : 'failed'] += 1;
  }
  return total;
}

async function e2e() {
  let browser;
  try {
    browser = await findBrowser();
  } catch (error) {
    console.error(error.message);
    return one(false);
  }
  return reported('e2e', countPlaywright, (file) =>
    run('playwright', ['test', '--config', 'e2e/playwright.config.ts', '--reporter=line,json'], { env: { CHROME_BIN: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: file, FORCE_COLOR: '0' } }));
}

/** In the order in which they run: what is quick and says most comes first. `quick` ones make `npm run check`. */
export const PARTS = [
  { name: 'types', quick: true, work: types },
  { name: 'lint', quick: true, work: async () => one(await run(...LINT) === 0) },
  { name: 'unit', quick: true, work: vitest('unit') },
  { name: 'screens', work: vitest('screens') },
  { name: 'server', work: vitest('server') },
  { name: 'build', work: async () => one(await build()) },
  { name: 'sizes', work: async () => one(await run('node', ['scripts/sizes.mjs']) === 0) },
  { name: 'e2e', work: e2e },
];
