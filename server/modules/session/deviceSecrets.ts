import { createHmac, randomBytes } from 'node:crypto';
import type { Sealing } from '#contract/session.ts';
import { MAX_FORMER_EMAILS, MAX_SECRETS } from '#contract/limits.ts';
import { addSecret, readSecrets } from '#server/platform/secrets/repository.ts';
import type { Actor } from '#server/platform/http/context.ts';
import { secretStoreOf, type Services } from '#server/platform/http/services.ts';
import { formerEmails, isSoleAddress } from '#server/modules/people/index.ts';

/**
 * What a person's device seals with (ID-1). There may be several secrets at once: the newest seals, all open (P6).
 * Answers derive from them per person and device and never reveal the secrets.
 */
const NAME = 'device-secret';
const newSecret = (): string => randomBytes(32).toString('base64url');
const derived = (secret: string, of: readonly string[]): string =>
  createHmac('sha256', Buffer.from(secret, 'base64url')).update(JSON.stringify(of)).digest('base64url');

export interface DeviceSecrets {
  /** For clients that know of one only: from the oldest, so that a rotation leaves what they hold readable. */
  deviceSecret: string;
  sealing: Sealing;
}

/** The secrets of this person on this device, newest first, the same at every sign-in. base64url, 32 bytes each. */
export async function deviceSecrets(
  services: Services,
  { id: personId, email }: Pick<Actor, 'id' | 'email'>,
  deviceId: string,
): Promise<DeviceSecrets> {
  const { database } = services;
  const [all, former, soleAddress] = await Promise.all([
    readSecrets(secretStoreOf(services), NAME, newSecret),
    formerEmails(database.db, personId, MAX_FORMER_EMAILS),
    isSoleAddress(database.db, personId, email),
  ]);
  // What a phone seals with it must open again after a power cut: it may not be handed out before it is on the disk.
  await database.durable();
  const oldest = all.at(-1) ?? '';
  const newest = all.length > MAX_SECRETS ? [...all.slice(0, MAX_SECRETS - 1), oldest] : all;
  return {
    deviceSecret: derived(oldest, [personId, deviceId]),
    sealing: {
      secrets: newest.map((secret) => derived(secret, [personId, deviceId])),
      // Not of the device: what an entry was can still be said when the device's own secret is another (P5).
      faceSecrets: newest.map((secret) => derived(secret, [personId])),
      formerEmails: former,
      soleAddress,
    },
  };
}

/** Makes a new newest secret; the earlier ones go on opening what they sealed. */
export async function rotateDeviceSecret(services: Pick<Services, 'database' | 'env'>): Promise<void> {
  const store = secretStoreOf(services);
  await readSecrets(store, NAME, newSecret);
  await addSecret(store, NAME, newSecret());
  await services.database.durable();
}
