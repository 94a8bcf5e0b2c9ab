import { HEADERS, PLATFORM } from '#contract/headers.ts';
import { SIGNED_OUT, type DeviceStore } from '#storage/device.ts';
import { sha256 } from './env.ts';

/**
 * Sign-outs that the server has not been told of (SES-24). The token of such a session is kept for this one call:
 * sealed, away from the cookie, and with no function that hands it out.
 */

const ROW = 'leaving';
/** More than anybody signs out on one device without a network; the oldest end by themselves (SES-2). */
const MAX_COUNT = 50;
const TIMEOUT_MS = 10_000;

interface PendingSignOut {
  id: string;
  /** Address of the call. */
  url: string;
  /** Not extractable. */
  key: CryptoKey;
  iv: Uint8Array<ArrayBuffer>;
  sealed: ArrayBuffer;
}

const listOf = (value: unknown): PendingSignOut[] => (Array.isArray(value) ? (value as PendingSignOut[]) : []);

const hashOf = (token: string): Promise<string> => sha256(new TextEncoder().encode(token).buffer);
const hashesOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);

/**
 * Whether this session was signed out of here. A browser writes cookies half a minute late: killed before that, it has
 * them back, and this knows better (ID-1).
 */
export const isLeft = async (device: Pick<DeviceStore, 'get'>, token: string): Promise<boolean> =>
  hashesOf(await device.get(SIGNED_OUT)).includes(await hashOf(token));

/**
 * Keeps the token of a session that is to be ended by `url`. Answers how to forget it, once the server has said that it
 * ended.
 */
export async function storeSignOut(
  device: Pick<DeviceStore, 'update'>,
  token: string,
  url: string,
): Promise<() => Promise<void>> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(token));
  const id = crypto.randomUUID();
  const hash = await hashOf(token);
  await device.update(ROW, (value) =>
    [...listOf(value), { id, url, key, iv, sealed } satisfies PendingSignOut].slice(-MAX_COUNT),
  );
  // On a device that is full the server hears of it all the same.
  await device.update(SIGNED_OUT, (value) => [...hashesOf(value), hash].slice(-MAX_COUNT)).catch(() => undefined);
  return () => forget(device, id);
}

const forget = (device: Pick<DeviceStore, 'update'>, id: string): Promise<void> =>
  device.update(ROW, (value) => listOf(value).filter((each) => each.id !== id));

/**
 * True once our server has answered for good: a server that is busy or stopping has ended nothing yet, a hotspot's page
 * is not its answer.
 */
async function isAcknowledged(answer: Response): Promise<boolean> {
  if (answer.status >= 500 || answer.status === 429 || !(answer.headers.get('content-type') ?? '').includes('json'))
    return false;
  const body = (await answer.json()) as { success?: unknown } | null;
  return typeof body?.success === 'boolean';
}

/** Ends the session of this token by `url`; whether the server has said so. Never throws. */
export async function tellSignOut(token: string, url: string, ask: typeof fetch): Promise<boolean> {
  try {
    return await isAcknowledged(
      await ask(url, {
        method: 'POST',
        body: '{}',
        headers: { [HEADERS.token]: token, [HEADERS.platform]: PLATFORM, 'content-type': 'application/json' },
        redirect: 'error',
        credentials: 'omit',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    );
  } catch {
    return false;
  }
}

async function tell({ url, key, iv, sealed }: PendingSignOut, ask: typeof fetch): Promise<boolean> {
  let token: string;
  try {
    token = new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed));
  } catch {
    // Damaged: nobody can send it any more.
    return true;
  }
  return tellSignOut(token, url, ask);
}

/**
 * Tells the server of every sign-out it has not heard of, one after the other; answers how many are left. Telling one
 * twice harms nobody.
 */
export async function sendSignOuts(device: Pick<DeviceStore, 'get' | 'update'>, ask: typeof fetch): Promise<number> {
  let left = 0;
  for (const each of listOf(await device.get(ROW))) {
    if (await tell(each, ask)) await forget(device, each.id);
    else left += 1;
  }
  return left;
}
