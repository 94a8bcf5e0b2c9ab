// `npm run proof` lists what can be proved. `npm run proof -- model` proves it up to its goal, in parts that go on
// where an earlier run of the same commit stopped. `--count 20000`: so many more; `--minutes 30`: no new part after
// that, and of a proof that is one unbroken run, its length; `--seed 7`: anew from that one; `--write`: its row in
// docs/proof.md. Ends with 1 where something was wrong.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { whatIsMissing } from './lib/programs.mjs';
import { partsOf } from './lib/proofParts.mjs';
import { withRow } from './lib/proofPage.mjs';
import { PROOFS } from './lib/proofs.mjs';
import { ROOT, run } from './lib/run.mjs';

const KEPT = join(ROOT, 'node_modules/.cache/proof');
const PAGE = join(ROOT, 'docs/proof.md');

const numeric = (text) => (text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null);

function asked() {
  const text = { type: 'string' };
  const options = { count: text, minutes: text, seed: text, write: { type: 'boolean' } };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [name, ...rest] = positionals;
    const numbers = ['count', 'minutes', 'seed'].map((word) => [word, numeric(values[word])]);
    const bad = numbers.find(([word, number]) => values[word] !== undefined && number === null);
    if (bad) return { error: `--${bad[0]} takes a whole number from 1 on.` };
    if (rest.length > 0) return { error: 'One proof at a time.' };
    if (name !== undefined && !Object.hasOwn(PROOFS, name)) return { error: `No proof is called ${name}.` };
    return { name, ...Object.fromEntries(numbers), write: values.write === true };
  } catch (error) {
    return { error: error.message };
  }
}

const list = () =>
  Object.entries(PROOFS)
    .map(([name, { what, unit, goal }]) => `  ${name.padEnd(9)} ${what}: ${goal.toLocaleString('en-US')} ${unit}`)
    .join('\n');

const git = (...words) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();

/** The commit that is proved; with a plus where the tree has changes beside the page that this writes. */
function commitHere() {
  try {
    const changes = git('status', '--porcelain', '--', '.', ':!docs/proof.md');
    return `${git('rev-parse', '--short=10', 'HEAD')}${changes === '' ? '' : '+'}`;
  } catch {
    return 'unknown';
  }
}

function goOn(name, { variable, unbroken = false }, first) {
  const file = join(KEPT, `${name}.json`);
  const commit = commitHere();
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  // A tree with changes is another one each time.
  if (
    before &&
    !unbroken &&
    first === null &&
    before.commit === commit &&
    !commit.endsWith('+') &&
    before.wrong === null
  )
    return before;
  const seed = variable === undefined ? null : (first ?? Math.floor(Math.random() * 2 ** 30));
  return { commit, seed, parts: 0, done: 0, seconds: 0, wrong: null, day: '' };
}

async function prove(name, { count, minutes, seed: first, write }) {
  const proof = PROOFS[name];
  const missing = whatIsMissing(name, proof);
  if (missing !== null) console.error(missing);
  if (missing !== null) return false;
  const state = goOn(name, proof, first);
  const { until, part, seconds } = partsOf(proof, { done: state.done, count, minutes });
  const end = performance.now() + seconds * 1000;
  while (state.done < until && state.wrong === null && performance.now() < end) {
    const number = Math.min(part, until - state.done);
    const seed = state.seed === null ? {} : { SEED: String(state.seed + state.parts) };
    const from = performance.now();
    const command = proof.bench
      ? ['tsx', ['bench/run.ts', proof.bench, '--strict', ...(write ? ['--write'] : [])]]
      : ['vitest', ['run', ...proof.tests, '--testTimeout', '0']];
    const code = await run(...command, {
      env: { ...seed, ...(proof.variable !== undefined && { [proof.variable]: String(number) }) },
    });
    state.parts += 1;
    state.seconds += (performance.now() - from) / 1000;
    state.day = new Date().toISOString().slice(0, 10);
    if (code === 0) state.done += number;
    else state.wrong = state.seed === null ? 'yes' : `--seed ${state.seed + state.parts - 1}`;
    mkdirSync(KEPT, { recursive: true });
    writeFileSync(join(KEPT, `${name}.json`), JSON.stringify(state));
    if (write) {
      const page = withRow(readFileSync(PAGE, 'utf8'), PROOFS, name, state);
      if (page !== null) writeFileSync(PAGE, page);
    }
    console.log(`${name}: ${state.done} of ${proof.goal} ${proof.unit}${state.wrong ? `, wrong: ${state.wrong}` : ''}`);
  }
  if (state.done >= proof.goal) console.log(`${name} has reached its goal at ${state.commit}.`);
  return state.wrong === null;
}

const { error, name, ...rest } = asked();
if (error !== undefined) console.error(`${error} There are:\n${list()}`);
if (error === undefined && name === undefined) console.log(`npm run proof -- <name>\n${list()}`);
process.exitCode = error !== undefined || (name !== undefined && !(await prove(name, rest))) ? 1 : 0;
