import { subscribeDevice, unsubscribeDevice } from '#contract/calls/notifications.ts';
import type { PushDevice } from '#contract/notification.ts';
import { call } from './http.ts';
import { loadConfig } from './loadConfig.ts';
import { KEYS, readLocal, removeLocal, writeLocal } from '#start/local.ts';
import { lastSession } from './sessionStore.ts';

/**
 * Pushes to this device (NOTE-11): asked for by one tap, for one person, for as long as that person's session lives.
 */

/**
 * `impossible`: this browser has no pushes (on an iPhone: until the app is on the home screen). `blocked`: the person
 * said no to the browser.
 */
export type DevicePush = 'impossible' | 'blocked' | 'off' | 'on';

const isPossible = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
const me = (): string | null => lastSession()?.id ?? lastSession()?.email ?? null;
/** Earlier builds noted the address. */
const isMine = (noted: unknown): boolean => noted === me() || noted === lastSession()?.email;

async function subscriptionHere(): Promise<PushSubscription | null> {
  const worker = await navigator.serviceWorker.getRegistration();
  return (await worker?.pushManager.getSubscription()) ?? null;
}

export async function devicePush(): Promise<DevicePush> {
  if (!isPossible()) return 'impossible';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && isMine(readLocal(KEYS.push)) && (await subscriptionHere()) !== null
    ? 'on'
    : 'off';
}

function deviceOf(subscription: PushSubscription): PushDevice {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } };
}

/** Gets this device an address at the browser's push service, if it has none, and tells the server. */
async function subscribe(): Promise<void> {
  const { pushPublicKey } = await loadConfig();
  const worker = await navigator.serviceWorker.ready;
  const known = await worker.pushManager.getSubscription();
  // Another server's, from a time when this address was another one.
  const subscription =
    known ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushPublicKey }));
  await call(subscribeDevice, { body: deviceOf(subscription) });
}

/** Asks the person, then the browser, then the server. Only ever called by a tap. */
export async function turnOn(): Promise<DevicePush> {
  if (!isPossible()) return 'impossible';
  // First of all: browsers ask only while the tap counts.
  if ((await Notification.requestPermission()) !== 'granted')
    return Notification.permission === 'denied' ? 'blocked' : 'off';
  await subscribe();
  writeLocal(KEYS.push, me());
  return 'on';
}

export async function turnOff(): Promise<DevicePush> {
  const subscription = await subscriptionHere();
  removeLocal(KEYS.push);
  if (subscription) {
    await call(unsubscribeDevice, { body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  return devicePush();
}

/**
 * A new session needs the device to be registered again: once a page, and only where this person had turned it on. A
 * silenced one gets another address, without a prompt.
 */
export async function keepOn(): Promise<void> {
  if (isPossible() && Notification.permission === 'granted' && isMine(readLocal(KEYS.push)) && me() !== null)
    await subscribe();
}

/** What was shown to whoever was here goes, for the next person sees it (ID-1). */
export async function closeShown(): Promise<void> {
  if (!isPossible()) return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const shown of (await worker?.getNotifications()) ?? []) shown.close();
}

/**
 * Sign-out. Where the server was not `told`, the session lives on there and pushes would still arrive: their endpoint
 * is dropped.
 */
export async function silence(told: boolean): Promise<void> {
  await closeShown();
  if (!told && isPossible()) await (await subscriptionHere())?.unsubscribe();
}
