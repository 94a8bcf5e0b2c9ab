import { readFileSync } from 'node:fs';
import { secretsKeyOf, type SecretsKey } from './secretsKeys.ts';
import { SettingError, text, type Variables } from './variables.ts';

/** Reads secrets from environment variables, and refuses those that could be guessed (S13, S19). */

const SECRET_CHARS = 32;
const SECRET_VARIETY = 10;

/** A text that repeats itself. */
const repeats = (value: string): boolean =>
  Array.from({ length: 16 }, (_, n) => n + 1).some((period) =>
    [...value].every((sign, at) => at < period || sign === value[at - period]),
  );

const isStrong = (value: string): boolean =>
  value.length >= SECRET_CHARS && new Set(value).size >= SECRET_VARIETY && !repeats(value);
const STRONG = `Set at least ${SECRET_CHARS} random characters, such as 'openssl rand -base64 32' prints`;

/** A secret of the environment: refused when it could be guessed (S13). */
export function readSecretSetting(variables: Variables, key: string, instead: string): string | null {
  const value = text(variables, key);
  if (value === null || isStrong(value)) return value;
  throw new SettingError(`${key} could be guessed. ${STRONG}${instead}.`);
}

/** Several of them, parted by commas or spaces, newest first. */
export function readSecrets(variables: Variables, key: string): string[] {
  const values = (text(variables, key) ?? '').split(/[\s,]+/).filter((value) => value !== '');
  if (!values.every(isStrong)) throw new SettingError(`${key} could be guessed, or one of several could. ${STRONG}.`);
  if (new Set(values).size !== values.length) throw new SettingError(`${key} names a key twice.`);
  return values;
}

/** In place of a key: secrets may be plain text. */
const PLAIN = 'none';

interface SecretsKeysSetting {
  secretsKeys: readonly SecretsKey[];
  secretsPlain: boolean;
}

/** The keys that seal secrets, the newest first, from the environment or from a file (S19). */
export function readSecretsKeys(variables: Variables): SecretsKeysSetting {
  const file = text(variables, 'SECRETS_KEY_FILE');
  const own = text(variables, 'SECRETS_KEY');
  if (own === PLAIN && file === null) return { secretsKeys: [], secretsPlain: true };
  if (own !== null && file !== null) throw new SettingError('Set SECRETS_KEY or SECRETS_KEY_FILE, not both.');
  const keys =
    file === null
      ? readSecrets(variables, 'SECRETS_KEY')
      : readSecrets({ SECRETS_KEY_FILE: readKeyFile(file) }, 'SECRETS_KEY_FILE');
  if (file !== null && keys.length === 0) throw new SettingError(`SECRETS_KEY_FILE ${file} holds no key.`);
  return { secretsKeys: keys.map(secretsKeyOf), secretsPlain: false };
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SettingError(
      `SECRETS_KEY_FILE ${file} cannot be read (${(error as { code?: string }).code ?? 'unknown error'}).`,
    );
  }
}
