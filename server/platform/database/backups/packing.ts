import { Worker } from 'node:worker_threads';
import { workerFile } from '#server/platform/base/workerFile.ts';
import { BackupRefused } from './backupFile.ts';
import type { PackOutcome, PackTask } from './packWorker.ts';

/** Packs or unpacks a backup in a thread of its own. Throws as `writeBackupFile` and `unpackBackupFile` do. */
export async function runPacking(task: PackTask): Promise<void> {
  const worker = new Worker(workerFile('packWorker', import.meta.url), { workerData: task, execArgv: [] });
  const outcome = await new Promise<PackOutcome>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread that packs backups ended.')));
  });
  await worker.terminate();
  if (outcome.kind === 'refused') throw new BackupRefused(outcome.message);
  if (outcome.kind === 'failed') throw new Error(outcome.message);
}
