// `npm run prove -- 200000`: the outbox against that many schedules of faults; npm test runs 2,000. `npm run prove --
// decisions 5000`: two approvers and an owner on the same claims, on the server's real services; npm test plays 60.
// `npm run prove -- readers 60`: the readers of uploads against files made to take long, and for that many seconds
// against broken ones. `npm run prove -- bytes 10000`: that many changes of one byte of the stored audit log, and of a
// proof pack, are each found. SEED repeats a run.
import { run } from './lib/run.mjs';

const PARTS = {
  outbox: {
    what: 'the outbox with %s schedules of faults',
    count: 20_000,
    tests: ['--project', 'unit', 'tests/outbox'],
  },
  decisions: {
    what: 'decisions with %s schedules of two approvers',
    count: 5_000,
    tests: ['--project', 'server', 'tests/server/modules/approvals/twoApprovers.test.ts'],
  },
  readers: {
    what: 'the readers of uploads with broken files for %s seconds',
    count: 60,
    variable: 'PROVE_SECONDS',
    tests: ['--project', 'server', 'tests/server/platform/readers/readersFuzz.test.ts'],
  },
  bytes: {
    what: 'the audit log and proof packs with %s changed bytes each',
    count: 10_000,
    variable: 'CHANGES',
    tests: ['--project', 'long', 'singleBytes', 'proofBytes'],
  },
};

const words = process.argv.slice(2);
const name = words.find((word) => Object.hasOwn(PARTS, word)) ?? 'outbox';
const rest = words.filter((word) => word !== name);
const { what, count: usual, variable = 'PROVE_RUNS', tests } = PARTS[name];
const count = Number(rest[0] ?? usual);
if (rest.length > 1 || !Number.isInteger(count) || count < 1) {
  console.error('Say what and how many schedules: npm run prove -- 200000, or npm run prove -- decisions 5000');
  process.exit(1);
}
console.log(`Proving ${what.replace('%s', String(count))}…`);
process.exitCode = await run('vitest', ['run', ...tests, '--testTimeout', '0'], { env: { [variable]: String(count) } });
