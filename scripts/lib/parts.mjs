// The parts of the test run. Each ends in { passed, failed, skipped, failures }; the last names what failed.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../build.mjs';
import { findBrowser, systemBrowser, wantQuickBrowser } from '../browser.mjs';
import { ROOT, run } from './run.mjs';

const REPORTS = join(ROOT, 'test-results');
const one = (ok) => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures: [] });
const FIRST_LINES = 12;
const failureOf = (title, message = '') => `${title}\n${message.split('\n').slice(0, FIRST_LINES).join('\n')}`;

/** How long it ran: the report does not say of a test that its time was over. */
const after = ({ duration }) => (duration === undefined ? '' : ` (after ${Math.round(duration / 1000)} s)`);

/** Adds the counts of one run to those of all. */
export function addCounts(total, counts) {
  for (const key of ['passed', 'failed', 'skipped']) total[key] += counts[key];
  total.failures.push(...(counts.failures ?? []));
}
const nothing = () => ({ passed: 0, failed: 0, skipped: 0, failures: [] });

/** Counts of a Vitest JSON report. A test file that could not even be loaded counts as one failure. */
export function countVitest(report) {
  const files = report.testResults ?? [];
  const failedOf = (file) => file.assertionResults.filter((test) => test.status === 'failed');
  const brokenFiles = files.filter((file) => file.status === 'failed' && failedOf(file).length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
    failures: [
      ...brokenFiles.map((file) => failureOf(file.name, file.message)),
      ...files.flatMap((file) =>
        failedOf(file).map((test) =>
          failureOf(`${file.name} › ${test.fullName}${after(test)}`, test.failureMessages?.[0]),
        ),
      ),
    ],
  };
}

/** Every test below a suite of a Playwright report, with the titles above it. */
function* playwrightTests(suite, titles = []) {
  for (const spec of suite.specs ?? [])
    for (const test of spec.tests) yield { ...test, title: [...titles, spec.title, test.projectName].join(' › ') };
  for (const inner of suite.suites ?? []) yield* playwrightTests(inner, [...titles, inner.title]);
}

/** Counts of a Playwright JSON report. A test that passed only when repeated is a failure: flaky is broken. */
export function countPlaywright(report) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report.stats ?? {};
  const bad = [...playwrightTests({ suites: report.suites ?? [] })].filter((test) =>
    ['unexpected', 'flaky'].includes(test.status),
  );
  const messageOf = (test) => test.results.find((result) => result.error)?.error.message;
  return {
    passed: expected,
    failed: unexpected + flaky + (report.errors?.length ?? 0),
    skipped,
    failures: [
      ...bad.map((test) => failureOf(test.title, messageOf(test))),
      ...(report.errors ?? []).map((error) => failureOf('journeys', error.message)),
    ],
  };
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
  if (!existsSync(file)) return one(false);
  return settled(count(JSON.parse(readFileSync(file, 'utf8'))), code);
}

const vitest =
  (...projects) =>
  (env = {}, more = []) =>
    reported(`vitest-${projects.join('-')}`, countVitest, (file) => {
      const chosen = projects.flatMap((project) => ['--project', project]);
      return run(
        'vitest',
        ['run', ...chosen, ...more, '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
        { env },
      );
    });

/** The largest first, as two are checked at a time. */
const TYPE_PROJECTS = ['tests', 'bench', 'src', 'server', 'sw', 'e2e'];
const LINT = [
  'oxlint',
  ['--type-aware', '--deny-warnings', 'src', 'sw', 'server', 'tests', 'e2e', 'bench', 'scripts', 'vite.config.ts'],
];

/**
 * Several checkers of one project check what they share once each, which costs more than it saves: one checker, and a
 * project to each core.
 */
async function types() {
  const total = nothing();
  const projects = TYPE_PROJECTS.values();
  const lane = async () => {
    for (const project of projects) {
      const ok = (await run('tsc', ['-p', project, '--checkers', '1'])) === 0;
      total[ok ? 'passed' : 'failed'] += 1;
    }
  };
  await Promise.all([lane(), lane()]);
  return total;
}

/** Journeys in Chromium at both widths: those of `npm test`, or with `-long` those of `npm run test:all`. */
const journeys = (suffix) => async () => {
  let browser;
  try {
    browser = await findBrowser();
  } catch (error) {
    console.error(error.message);
    return one(false);
  }
  if (suffix !== '') wantQuickBrowser();
  const projects = ['phone', 'desktop'].flatMap((width) => ['--project', `${width}${suffix}`]);
  const config = ['--config', 'e2e/playwright.config.ts', '--reporter=line,json'];
  return reported(`e2e${suffix}`, countPlaywright, (file) =>
    run('playwright', ['test', ...config, ...projects], {
      env: {
        ...(browser !== systemBrowser() && { CHROME_BIN: browser }),
        PLAYWRIGHT_JSON_OUTPUT_NAME: file,
        FORCE_COLOR: '0',
      },
    }),
  );
};

/** Days on which rules about dates break; each process begins two minutes before the day ends. */
const CLOCKS = {
  'the end of a month': '2027-04-30T23:58:00+05:30',
  'the end of a year': '2026-12-31T23:58:00+05:30',
  'the end of the financial year': '2027-03-31T23:58:00+05:30',
  'a leap day': '2028-02-29T23:58:00+05:30',
};

/** Screens are tested on two of them: on one a month, a quarter and a financial year end, the other is rare. */
const SCREENS_ON = new Set(['the end of the financial year', 'a leap day']);

/** Where dates count: rules, forms, filters and what is kept. What is tested on the server has a clock of its own. */
const DATED = [
  ...['domain', 'contract', 'storage', 'data', 'ui', 'form', 'filters', 'list'].map((name) => `tests/${name}/`),
  ...['localExpenseForm', 'serverDay', 'tripForm', 'withdraw'].map((name) => `tests/modules/${name}`),
];

/** The tests of these on each of the days. */
async function clocks() {
  const total = nothing();
  const preload = `--import ${pathToFileURL(join(ROOT, 'scripts/lib/shiftedClock.mjs')).href}`;
  for (const [day, clock] of Object.entries(CLOCKS)) {
    console.log(`\nAt ${day}:`);
    addCounts(
      total,
      await vitest('unit', ...(SCREENS_ON.has(day) ? ['screens'] : []))({ CLOCK: clock, NODE_OPTIONS: preload }, DATED),
    );
  }
  return total;
}

/** Where something is stored as one goes on: these pass on a phone that is slow to seal, too. */
const STORING =
  'data/ form/ list/ modules/adminTrip modules/approvalDecisions modules/exceptional modules/finance modules/fitted ' +
  'modules/inbox modules/leaving modules/localExpenseForm modules/notifications modules/peopleForm ' +
  'modules/policyInForms modules/signOut modules/travelExpenseForm modules/travelRequest modules/tripForm';

/** The tests of these on such a phone. A property that stores hundreds of times takes a minute there. */
const slowDevice = () =>
  vitest('screens')({ NODE_OPTIONS: `--import ${pathToFileURL(join(ROOT, 'scripts/lib/slowDevice.mjs')).href}` }, [
    ...STORING.split(' ').map((name) => `tests/${name}`),
    '--testTimeout=300000',
  ]);

/**
 * More than `npm test` tries: schedules, the same each time (new ones are for `npm run proof`), and broken files for so
 * many seconds.
 */
const MODELS = [
  ['model', '2500'],
  ['contest', '250'],
  ['fuzz', '10'],
];

async function models() {
  const total = nothing();
  for (const [model, count] of MODELS) {
    const ok = (await run('node', ['scripts/proof.mjs', model, '--count', count, '--seed', '41'])) === 0;
    total[ok ? 'passed' : 'failed'] += 1;
  }
  return total;
}

const buildPart = { name: 'build', work: async () => one(await build()) };

/** `npm test`, in this order: what is quick and says most comes first. `quick` ones make `npm run check`. */
export const PARTS = [
  { name: 'format', quick: true, work: async () => one((await run('oxfmt', ['--check', '.'])) === 0) },
  { name: 'types', quick: true, work: types },
  { name: 'lint', quick: true, work: async () => one((await run(...LINT)) === 0) },
  { name: 'knip', quick: true, work: async () => one((await run('knip', [])) === 0) },
  { name: 'unit', quick: true, work: vitest('unit') },
  { name: 'screens', work: vitest('screens') },
  { name: 'server', work: vitest('server', 'server-isolated') },
  buildPart,
  { name: 'sizes', work: async () => one((await run('node', ['scripts/sizes.mjs'])) === 0) },
  { name: 'journeys', work: journeys('') },
];

/** `npm run test:all`: what `npm test` leaves out because it takes long. */
export const LONG_PARTS = [
  { name: 'models', work: models },
  { name: 'postgres', work: vitest('postgres') },
  { name: 'long', work: vitest('long') },
  { name: 'clocks', work: clocks },
  { name: 'slow', work: slowDevice },
  buildPart,
  { name: 'looks', work: journeys('-long') },
];
