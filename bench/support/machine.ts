import { createHash } from 'node:crypto';
import os from 'node:os';
import { median } from './stats.ts';

/** What `work` took on the machine that the goals were set on, in milliseconds. */
const REFERENCE_MS = 45;
const ROUNDS = 9;

/** A little of what the server and a page do: objects to text and back, sorting, hashing. */
function work(): number {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({
    id: n,
    name: `Row ${(n * 7919) % 20_000}`,
    amount: n * 1.5,
  }));
  const text = JSON.stringify(rows.sort((a, b) => a.name.localeCompare(b.name, 'en')));
  const hash = createHash('sha256');
  for (let n = 0; n < 20; n++) hash.update(text);
  return (JSON.parse(text) as unknown[]).length + hash.digest().length;
}

/** How many times as long this machine takes at this moment as the one that the goals were set on. */
export function machineFactor(): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return median(times) / REFERENCE_MS;
}

/** One line that says what was measured on. */
export const machineLine = (): string =>
  [
    new Date().toISOString().slice(0, 10),
    `${os.cpus().length} × ${os.cpus()[0]?.model.trim() ?? 'unknown'}`,
    `${Math.round(os.totalmem() / 2 ** 30)} GB`,
    `${os.type()} ${os.release().split('.', 2).join('.')}`,
    `Node ${process.version}`,
  ].join(', ');

/** The load, and the machine's factor: what absolute figures are to be read by. */
export const stateLine = (): string => `load ${os.loadavg()[0]?.toFixed(1)}, factor ${machineFactor().toFixed(2)}`;
