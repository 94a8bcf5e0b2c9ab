/** What can go wrong on the device, as types that a screen can tell apart. Their messages are for people. */

/**
 * No room, even after everything that can be fetched again was let go. What was to be stored is NOT stored (ST-1, X26).
 */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
  constructor(cause?: unknown) {
    super('This phone is full. This is not saved yet. Free some space, then try again.', { cause });
  }
}

/** This browser gives no database, or it is broken: nothing may be shown as saved (X27, X28). */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  constructor(cause?: unknown) {
    super('This browser cannot keep anything on this phone. This is not saved.', { cause });
  }
}

/**
 * The database was upgraded by a newer version of the app, to a form that this one cannot work with: it stops and
 * touches nothing (V4, P16).
 */
export class NewerStoreError extends Error {
  override readonly name = 'NewerStoreError';
  constructor(cause?: unknown) {
    super('A newer version of this app has been used here. What it saved is kept. Please reload to update.', { cause });
  }
}

/** What was written could not be read back as it was written (C1). */
export class StorageBrokenError extends Error {
  override readonly name = 'StorageBrokenError';
  constructor(cause?: unknown) {
    super('This phone did not keep the bill. This is not saved. Please try again.', { cause });
  }
}

/** The database is there and answers nothing: what another page left under way holds it (X27). */
export class StorageStuckError extends Error {
  override readonly name = 'StorageStuckError';
  constructor() {
    super('This browser’s storage does not answer. This is not saved. Close the browser and open it again.');
  }
}

const nameOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';

/** True for the errors by which browsers say that there is no room. */
export const isQuotaError = (error: unknown): boolean => nameOf(error) === 'QuotaExceededError';

/** True when the connection went away under us, which iOS does to pages in the background (X27). */
export const isLostConnection = (error: unknown): boolean =>
  ['InvalidStateError', 'UnknownError'].includes(nameOf(error));

export { nameOf as errorName };
