/**
 * The server cannot start; `message` explains it to the person who started it. The catcher prints `message` alone,
 * without a stack trace, and exits with a non-zero code.
 */
export class StartupError extends Error {
  override name = 'StartupError';
}
