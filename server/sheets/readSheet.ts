import { Worker } from 'node:worker_threads';
import { workerFile } from '../workerFile.ts';
import type { SheetResult, SheetRow, SheetTask } from './sheetWorker.ts';
import { SheetFailed } from './unpack.ts';

export interface SheetLimits {
  rows: number;
  columns: number;
  /** Milliseconds after which reading is given up. */
  patience: number;
}

const LIMITS: Omit<SheetLimits, 'rows'> = { columns: 26, patience: 15_000 };
/** Megabytes that reading one may take. */
const MEMORY = 256;

/**
 * The rows of a workbook's first sheet that hold something, one more than `rows` at the most. It is read in a thread that is ended when it takes too long or
 * too much (reliability Z48). Throws SheetFailed.
 */
export async function readSheet(bytes: Uint8Array, limits: Pick<SheetLimits, 'rows'> & Partial<SheetLimits>): Promise<SheetRow[]> {
  const { rows, columns, patience } = { ...LIMITS, ...limits };
  const worker = new Worker(workerFile('sheetWorker', import.meta.url), { workerData: { bytes, rows, columns } satisfies SheetTask, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: MEMORY } });
  let timer: NodeJS.Timeout | undefined;
  try {
    const result = await new Promise<SheetResult>((resolve) => {
      const large: SheetResult = { ok: false, fault: 'large' };
      timer = setTimeout(() => resolve(large), patience);
      worker.once('message', resolve);
      worker.once('error', (error) => resolve((error as { code?: unknown }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? large : { ok: false, fault: 'broken' }));
      worker.once('exit', () => resolve(large));
    });
    if (!result.ok) throw new SheetFailed(result.fault);
    return result.rows;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
