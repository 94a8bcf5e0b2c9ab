import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Figure } from '../support/report.ts';
import { inTurn } from './rounds.ts';
import { startProcess, startServer } from './serverProcess.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

async function took(start: () => ReturnType<typeof startServer>): Promise<number> {
  const process = await start();
  await process.stop();
  return process.readyAfter;
}

/** From the start of the process until it can serve: with the data of `dataDir`, and with none yet. */
export async function starts(build: string, dataDir: string): Promise<Figure[]> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'kharcha-bench-start-'));
  try {
    const copy = path.join(home, 'engine');
    cpSync(path.join(dataDir, 'database'), copy, { recursive: true });
    const engine = path.join(import.meta.dirname, 'engineStart.mjs');
    const withData = await inTurn(
      ROUNDS,
      () => took(() => startServer(build, { dataDir })),
      () => took(() => startProcess([engine, copy])),
    );
    const first = await took(() => startServer(build, { dataDir: path.join(home, 'new'), demo: true }));
    return [
      {
        budget: "start to ready with 100,000 claims, against the embedded database's own start",
        unit: 'ms',
        ...withData,
        goal: { ratioAtMost: 1.3 },
      },
      { budget: 'first start, making the demo organisation', unit: 'ms', figure: first, goal: { atMost: 4_000 } },
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
