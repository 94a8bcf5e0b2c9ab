import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Names the environment variable with the folder of this run of tests; it goes when the run ends. */
export const RUN_FOLDER = 'TEST_RUN_FOLDER';

/** A folder for many or large files that need no disk: in memory where there is room, else the usual one. */
export function roomyFolder(): string {
  const ofRun = process.env[RUN_FOLDER];
  if (ofRun !== undefined && existsSync(ofRun)) return ofRun;
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 2_000_000_000 ? memory : tmpdir();
}
