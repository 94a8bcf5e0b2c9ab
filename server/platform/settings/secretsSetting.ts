import { isLoopback, type Env } from './env.ts';
import { SettingError } from './variables.ts';

/** What a start says of the key that seals secrets (S19). */

type Settings = Pick<Env, 'demo' | 'host' | 'publicUrl' | 'secretsKeys' | 'secretsPlain'>;

/**
 * Throws `SettingError` where others reach a server in real use that has no key, and nobody has said that it needs
 * none.
 */
export function assertSecretsKey({ demo, host, publicUrl, secretsKeys, secretsPlain }: Settings): void {
  if (demo || secretsPlain || secretsKeys.length > 0 || (isLoopback(host) && publicUrl === null)) return;
  throw new SettingError(
    'SECRETS_KEY is not set, and a copy of the database would reveal the secrets that open what waits on phones. ' +
      "Set SECRETS_KEY to at least 32 random characters, such as 'openssl rand -base64 32' prints, " +
      'or SECRETS_KEY_FILE to a file of them, and keep a copy apart from the backups; ' +
      'or set SECRETS_KEY=none if copies of the database are kept as safe as that.',
  );
}

/** Says in the log of a server in real use that a copy of its database reveals its secrets. */
export function warnOfPlain(
  log: { warn(message: string): void },
  { demo, secretsKeys }: Pick<Settings, 'demo' | 'secretsKeys'>,
): void {
  if (!demo && secretsKeys.length === 0)
    log.warn('SECRETS_KEY is not set: secrets lie in the database, and in every copy of it, as plain text');
}
