import { readSecret, type SecretStore } from '#server/platform/secrets/repository.ts';

/**
 * The pair that identifies this server to push services (VAPID, RFC 8292), base64url. Devices subscribe to the public
 * one: it must never change.
 */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Read from the package only when a pair is made: every other start goes without it. */
const makeKeys = async (): Promise<string> => JSON.stringify((await import('web-push')).default.generateVAPIDKeys());

/** Reads them, making them at the first start. Several processes that start at once agree on one pair. */
export const readPushKeys = async (store: SecretStore): Promise<PushKeys> =>
  JSON.parse(await readSecret(store, 'push-keys', makeKeys)) as PushKeys;
