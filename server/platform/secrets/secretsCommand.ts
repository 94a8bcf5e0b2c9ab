import type { Database } from '#server/platform/database/database.ts';
import { resealSecrets, sealsOf, clearOldSecrets } from './repository.ts';
import type { SecretsKey } from '#server/platform/settings/secretVariables.ts';
import { StartupError } from '#server/platform/base/errors.ts';

export const SECRETS_USAGE = `npm run secrets -- list
npm run secrets -- rotate`;

/**
 * `npm run secrets`: says which key seals what, or seals everything by the newest key, what is still plain text too
 * (S19). Answers what to say. Throws `StartupError` with a message; then nothing was changed.
 */
export async function secretsCommand(
  args: readonly string[],
  { db }: Pick<Database, 'db'>,
  keys: readonly SecretsKey[],
): Promise<string> {
  const [what] = args;
  if (what === 'list')
    return (
      (await sealsOf(db))
        .map(({ name, keyId }) => `  ${name}  ${keyId === null ? 'plain text' : `sealed by ${keyId}`}`)
        .join('\n') || 'There are no secrets yet.'
    );
  if (what !== 'rotate') throw new StartupError(SECRETS_USAGE);
  const done = await resealSecrets({ db, keys });
  if (done > 0) await clearOldSecrets(db);
  return done === 0
    ? `Every secret is sealed by ${keys[0]?.id} already.`
    : `Sealed ${done} ${done === 1 ? 'secret' : 'secrets'} by ${keys[0]?.id}. ` +
        'Earlier keys are needed for backups from before alone.';
}
