// `npm run prove -- 200000`: the outbox against that many schedules of faults; npm test runs 2,000. SEED repeats a run.
import { run } from './lib/run.mjs';

const count = Number(process.argv[2] ?? 20_000);
if (!Number.isInteger(count) || count < 1) {
  console.error('Say how many schedules: npm run prove -- 200000');
  process.exit(1);
}
console.log(`Proving the outbox with ${count} schedules of faults…`);
process.exitCode = await run('vitest', ['run', '--project', 'unit', 'tests/outbox', '--testTimeout', '0'], { env: { PROVE_RUNS: String(count) } });
