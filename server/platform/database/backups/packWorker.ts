import { parentPort, workerData } from 'node:worker_threads';
import { BackupRefused, unpackBackupFile, writeBackupFile, type BackupKey } from './backupFile.ts';

/** The thread that packs one backup, or unpacks one: hashing and encrypting hundreds of megabytes is its work alone. */

export type PackTask =
  | { kind: 'pack'; file: string; info: object; root: string; key: BackupKey | null }
  | { kind: 'unpack'; file: string; root: string; keys: readonly BackupKey[] };

export type PackOutcome = { kind: 'done' } | { kind: 'refused' | 'failed'; message: string };

const main = parentPort;
if (!main) throw new Error('packWorker.ts runs in a worker thread only.');
const task = workerData as PackTask;
const say = (outcome: PackOutcome): void => main.postMessage(outcome);

try {
  if (task.kind === 'pack') await writeBackupFile(task.file, task.info, task.root, task.key);
  else await unpackBackupFile(task.file, task.root, task.keys);
  say({ kind: 'done' });
} catch (error) {
  say({ kind: error instanceof BackupRefused ? 'refused' : 'failed', message: (error as Error).message });
}
