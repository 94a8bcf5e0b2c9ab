/**
 * The server cannot start, said in one or two sentences for the person who started it. Whoever catches it prints
 * `message` alone, without a stack trace, and exits with a non-zero code.
 */
export class StartupError extends Error {
  override name = 'StartupError';
}
