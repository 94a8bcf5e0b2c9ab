import { openLeaverLink } from '#contract/calls/leaving.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { mergeRings } from '#storage/device.ts';
import { openPersonStore } from '#storage/open.ts';
import { isSamePerson } from '#storage/person.ts';
import { createRing } from '#storage/ring.ts';
import { takeOver } from '#storage/takeOver.ts';
import { cipherOf } from '#storage/vault.ts';
import { ApiError, UNEXPECTED } from './errors.ts';
import { call } from './http.ts';
import { deviceStore, forgetPerson, settleDeviceId } from './person.ts';
import { showProgress } from './progress.ts';
import { closeRuntime, openOutboxOf } from './runtime.ts';
import { currentSession, dropSession } from './sessionStore.ts';
import { endSession } from './signOuts.ts';

/** What somebody who has left still has on this device, opened by their link. */
export interface Leaving {
  outbox: Outbox;
  /** Sends what waits. Throws ApiError where the link is not good any more, or there is no network to renew it. */
  send(): Promise<void>;
  close(): void;
}

/** The hour of a session may be over as one sends, once. */
const RENEWALS = 1;

/** Between two looks whether another tab is still at it, as the leaver's own may be; in milliseconds. */
const ELSEWHERE_MS = 500;

/**
 * Opens the link (ORG-43). Session and keys stay in this page's memory: neither the cookie nor the keys of who is
 * signed in here are touched, and nothing opens what waits without the link. Throws ApiError.
 */
export async function openLeaving(secret: string): Promise<Leaving> {
  await settleDeviceId();
  const ask = () => call(openLeaverLink, { body: { secret }, whose: null });
  const { accountDetails, sealing, ...answer } = await ask();
  const { email, personId: id } = accountDetails;
  if (id === undefined || sealing === undefined) throw new ApiError('This browser keeps nothing.', 0, UNEXPECTED);
  const person = { email, id };
  const here = currentSession();
  // Their own session is over. Its runtime would go on asking for a sign-in.
  if (here && isSamePerson(here, person)) {
    await closeRuntime();
    dropSession();
  }
  const device = await deviceStore();
  const { ring: known } = await device.opening(person);
  const ring = mergeRings(known, await createRing(person, sealing));
  const name = await takeOver(device, person, cipherOf(ring), sealing.formerEmails);
  const store = await openPersonStore(person, { name });
  let { token } = answer;
  const outbox = openOutboxOf(store, ring, () => token);
  outbox.onProgress(showProgress);
  await outbox.resume(person);
  return {
    outbox,
    async send() {
      for (let renewed = 0; ;) {
        await outbox.resume(person);
        await outbox.retryAll();
        const { stopped, left } = await outbox.drain();
        if (left === 0) {
          await endSession(token);
          await forgetPerson(person);
        }
        // What that tab tried last asks for a sign-in.
        const elsewhere =
          stopped === 'elsewhere' ||
          (stopped === 'empty' && (await outbox.list()).some(({ state }) => state === 'signIn'));
        if (elsewhere) await new Promise((resolve) => setTimeout(resolve, ELSEWHERE_MS));
        else if (stopped !== 'signIn' || renewed === RENEWALS) return;
        else {
          renewed += 1;
          token = (await ask()).token;
        }
      }
    },
    close() {
      outbox.close();
      store.close();
    },
  };
}
