import type { World } from './world.ts';

/** What a person may be told; any other error is a fault. */
const EXPECTED_ERRORS = new Set([
  'StorageFullError',
  'StorageBrokenError',
  'NewerStoreError',
  'StorageUnavailableError',
  'OnItsWayError',
  'EntryGoneError',
  'ShareGoneError',
]);

/** Any failure but the expected ones is wrong. */
export function judgeError(world: World, error: unknown): void {
  const name = error instanceof Error ? error.name : String(error);
  if (!EXPECTED_ERRORS.has(name))
    world.wrong('error', `${name}: ${error instanceof Error ? (error.stack ?? error.message) : ''}`);
}
