import { statSync } from 'node:fs';
import type { Database } from '#server/platform/database/database.ts';
import { sealsOf } from '#server/platform/secrets/repository.ts';
import { SETTINGS } from '#server/platform/settings/list.ts';
import type { Variables } from '#server/platform/settings/variables.ts';
import { listKeys } from '#server/modules/session/index.ts';

const DAY = 86_400_000;

const age = (since: number | null, now: number): string => {
  if (since === null) return 'age not known';
  const days = Math.max(0, Math.floor((now - since) / DAY));
  return days === 1 ? '1 day' : `${days} days`;
};

const block = (title: string, lines: readonly string[]): string =>
  `${title}\n${lines.length === 0 ? '  none' : lines.map((line) => `  ${line}`).join('\n')}`;

/** Secrets that the database keeps and keys of programs, with their ages. Never their values. */
export async function storedSecrets({ db }: Pick<Database, 'db'>, now: number): Promise<string> {
  const secrets = (await sealsOf(db)).map(
    ({ name, keyId, madeAt }) =>
      `${name}  ${age(madeAt, now)}, ${keyId === null ? 'plain text' : `sealed by ${keyId}`}`,
  );
  const keys = (await listKeys(db))
    .filter(({ ended_at }) => ended_at === null)
    .map(({ name, created_at }) => `${name}  ${age(created_at, now)}`);
  return `${block('Secrets in the database:', secrets)}\n${block('Keys of programs:', keys)}`;
}

/** Secrets that the environment gives. An environment does not say since when; a file does. */
export function givenSecrets(variables: Variables, now: number): string {
  const lines = SETTINGS.filter(({ name, secret }) => secret && variables[name]).map(
    ({ name }) => `${name}  age not known`,
  );
  const file = variables['SECRETS_KEY_FILE'];
  if (file) lines.push(`SECRETS_KEY_FILE  ${age(statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null, now)}`);
  return block('Secrets from the environment:', lines);
}
