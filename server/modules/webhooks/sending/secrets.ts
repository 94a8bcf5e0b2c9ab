import { createHmac, randomBytes } from 'node:crypto';
import { WEBHOOK_SECRETS_OVERLAP } from '#domain/webhook.ts';
import {
  readStoredSecret,
  removeSecret,
  replaceSecret,
  type SecretStore,
} from '#server/platform/secrets/repository.ts';

/** Secrets that sign what a receiver is sent, as Standard Webhooks has them (HOOK-4). */

const PREFIX = 'whsec_';
const BYTES = 32;
/** Of one receiver at once, however often it is rotated. */
const MAX_SECRETS = 5;

interface KeptSecret {
  secret: string;
  /** When it signs no more; null: it is the newest. */
  until: number | null;
}

const nameOf = (webhookId: string): string => `webhook ${webhookId}`;

const kept = async (store: SecretStore, webhookId: string): Promise<KeptSecret[]> =>
  JSON.parse((await readStoredSecret(store, nameOf(webhookId))) ?? '[]') as KeptSecret[];

/** The secrets that sign now, the newest first. */
export const secretsOf = async (store: SecretStore, webhookId: string, now: number): Promise<string[]> =>
  (await kept(store, webhookId)).filter(({ until }) => until === null || until > now).map(({ secret }) => secret);

/** Makes the next secret and answers it; those before sign for a day more. The caller holds the receiver. */
export async function makeSecret(store: SecretStore, webhookId: string, now: number): Promise<string> {
  const secret = PREFIX + randomBytes(BYTES).toString('base64');
  const before = (await kept(store, webhookId))
    .map((each) => ({ ...each, until: each.until ?? now + WEBHOOK_SECRETS_OVERLAP }))
    .filter(({ until }) => until > now);
  const all: KeptSecret[] = [{ secret, until: null }, ...before].slice(0, MAX_SECRETS);
  await replaceSecret(store, nameOf(webhookId), JSON.stringify(all));
  return secret;
}

export const forgetSecrets = (store: Pick<SecretStore, 'db'>, webhookId: string): Promise<void> =>
  removeSecret(store, nameOf(webhookId));

/** The header `webhook-signature`: one signature for each secret. `timestamp`: seconds. */
export const signaturesOf = (
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
