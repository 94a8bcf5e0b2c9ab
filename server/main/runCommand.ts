import { Refusal, StartupError } from '#server/platform/base/errors.ts';
import { SettingError } from '#server/platform/settings/variables.ts';

/**
 * Runs a command of `npm run` with its words. What it may well say no to is reported by its message alone, anything
 * else is a bug and gets its stack; both end with 1.
 */
export async function runCommand(main: (words: string[]) => Promise<unknown>): Promise<void> {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    const expected = error instanceof StartupError || error instanceof SettingError || error instanceof Refusal;
    process.stderr.write(
      `${expected ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    process.exit(1);
  }
}
