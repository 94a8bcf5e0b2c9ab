// `npm test`: every part, one after the other (they share two cores), and one closing line over all of them.
// `npm test -- unit server` runs only those parts; `--quick` runs the quick ones, `--long` what `npm test` leaves out.
import { addCounts, LONG_PARTS, PARTS } from './lib/parts.mjs';

const named = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const all = process.argv.includes('--long') ? LONG_PARTS : PARTS;
const unknown = named.filter((word) => !all.some((part) => part.name === word));
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}. There are: ${all.map((part) => part.name).join(', ')}.`);
  process.exit(1);
}
const isChosen = (part) =>
  named.length > 0 ? named.includes(part.name) : !process.argv.includes('--quick') || part.quick;
const chosen = all.filter(isChosen);
const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
const lines = [];
for (const part of chosen) {
  console.log(`\n── ${part.name} ──`);
  const start = Date.now();
  const counts = await part.work();
  addCounts(total, counts);
  const seconds = Math.round((Date.now() - start) / 1000);
  lines.push(
    `${part.name.padEnd(8)} ${String(counts.passed).padStart(5)} passed ` +
      `${String(counts.failed).padStart(3)} failed${counts.skipped ? ` ${counts.skipped} skipped` : ''}  ` +
      `${seconds} s`,
  );
}
// Last, where a log that is cut short still has them.
for (const failure of total.failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${lines.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`);
process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
