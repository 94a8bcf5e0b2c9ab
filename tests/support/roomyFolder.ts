import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A folder for many or large files that need no disk: in memory where there is room, else the usual one. */
export function roomyFolder(): string {
  const memory = '/dev/shm';
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 2_000_000_000 ? memory : tmpdir();
}
