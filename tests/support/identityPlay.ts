import { createHash } from 'node:crypto';
import { IDBFactory } from 'fake-indexeddb';
import { isForeignAnswer } from '#domain/foreignAnswer.ts';
import { browserEnv } from '#outbox/env.ts';
import { openOutbox, type Outbox } from '#outbox/outbox.ts';
import { openDeviceStore, type DeviceStore } from '#storage/device.ts';
import { NewerStoreError } from '#storage/errors.ts';
import { PERSON_STEPS, type Step } from '#storage/migrations.ts';
import { openPersonStore, type PersonStore } from '#storage/open.ts';
import { openReads } from '#storage/reads.ts';
import { reseal } from '#storage/reseal.ts';
import { keepVault, type Secrets } from '#storage/ring.ts';
import { takeOver } from '#storage/takeOver.ts';
import { cipherOf, type Ring } from '#storage/vault.ts';
import { writeOldDevice } from './oldDevice.ts';
import type { IdentityMutant, IdentitySchedule } from './identitySchedules.ts';

/**
 * Whose keys, stores and answers are on one phone while keys, device id, addresses, people and builds change. The
 * device's own modules and real cryptography; server and network are as small as can be.
 */
interface Someone {
  id: string;
  email: string;
  former: string[];
  saved: Set<string>;
  /** Server secret that what this person has here is sealed by. */
  sealedBy: string | null;
}
interface Page {
  who: Someone;
  store: PersonStore;
  outbox: Outbox;
  ring: Ring;
}

const hmac = (...parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
const OLD_NOTE = 'device-of-old';

class Phone {
  readonly wrong: string[] = [];
  readonly #mutant: IdentityMutant;
  readonly #factory = new IDBFactory();
  readonly #people: Someone[] = ['asha', 'biju'].map((name) => ({
    id: `PRS-${name}`,
    email: `${name}@example.com`,
    former: [],
    saved: new Set(),
    sealedBy: null,
  }));
  #secrets = ['secret-0'];
  #noted: string | null = null;
  #session: Someone | null = null;
  #page: Page | null = null;
  #steps: readonly Step[] = PERSON_STEPS;
  #count = 0;
  /** What the build before left, until this one has begun. */
  #old: string | null = null;
  #device: DeviceStore | null = null;
  readonly #reads: { owner: string; store: string; key: string }[] = [];

  constructor(mutant: IdentityMutant) {
    this.#mutant = mutant;
  }

  async begin(old: boolean): Promise<void> {
    const [asha] = this.#people;
    if (old && asha) {
      this.#noted = OLD_NOTE;
      await writeOldDevice({
        factory: this.#factory,
        email: asha.email,
        secret: hmac('secret-0', asha.id, OLD_NOTE),
        entries: [`of ${asha.id} old`],
      });
      this.#old = `of ${asha.id} old`;
      asha.saved.add(this.#old);
      asha.sealedBy = 'secret-0';
      this.#session = asha;
    }
    this.#device = await openDeviceStore({
      factory: this.#factory,
      ...(this.#mutant.merge && { merge: this.#mutant.merge }),
    });
  }

  #sealing(who: Someone, deviceId: string): Secrets {
    const all = {
      secrets: this.#secrets.map((secret) => hmac(secret, who.id, deviceId)),
      faceSecrets: this.#secrets.map((secret) => hmac(secret, who.id)),
      formerEmails: who.former,
      soleAddress: this.#people.every((other) => other === who || !other.former.includes(who.email)),
    };
    return this.#mutant.secrets?.(all) ?? all;
  }

  /** What a page does with the server's answer to a sign-in or a start. */
  async #enter(who: Someone): Promise<void> {
    const device = this.#device;
    if (!device) return;
    this.#close();
    this.#session = who;
    const id = await (this.#mutant.deviceId ?? ((store, noted) => store.deviceId(noted ?? undefined)))(
      device,
      this.#noted,
    );
    if (id !== OLD_NOTE || !this.#secrets.includes('secret-0')) this.#forgetOld(who);
    this.#old = null;
    this.#noted = id;
    const person = { id: who.id, email: who.email };
    for (const other of this.#people) if (other !== who) this.#keysGo(other);
    const sealing = this.#sealing(who, id);
    const ring = await keepVault(device, person, sealing);
    const options = { factory: this.#factory, steps: PERSON_STEPS };
    const open = this.#mutant.open ?? openPersonStore;
    try {
      const name = await (this.#mutant.takeOver ?? takeOver)(
        device,
        person,
        cipherOf(ring),
        sealing.formerEmails,
        options,
      );
      await device.setLastPerson(person);
      const store = await open(person, { ...options, name });
      await this.#sealAnew(store, ring, false);
      who.sealedBy = this.#secrets[0] ?? null;
      const env = browserEnv({ token: () => Promise.resolve(null), persist: () => Promise.resolve(true) });
      this.#page = { who, store, ring, outbox: openOutbox({ store, vault: ring, env }) };
    } catch (error) {
      if (!(error instanceof NewerStoreError)) throw error;
      this.wrong.push('P16: a store that a newer build has opened is refused');
    }
  }

  async #sealAnew(store: PersonStore, ring: Ring, anyway: boolean): Promise<void> {
    const [newest] = ring.keys;
    if (newest) await (this.#mutant.reseal ?? reseal)(store, newest.kid, cipherOf(newest.key), cipherOf(ring), anyway);
  }

  /**
   * A limit: the device id of the build before or the server's secret is lost, and the first to sign in since has
   * another address than it knew. Its key cannot be told from a stranger's.
   */
  #forgetOld(first: Someone): void {
    const [asha] = this.#people;
    if (this.#old && asha && (first !== asha || first.former.length > 0)) asha.saved.delete(this.#old);
  }

  /** What only a secret opened that the server no longer has is gone with the keys, whatever anybody does. */
  #keysGo(who: Someone): void {
    if (who.sealedBy !== null && !this.#secrets.includes(who.sealedBy)) who.saved.clear();
    who.sealedBy = null;
  }

  #close(): void {
    this.#page?.outbox.close();
    this.#page?.store.close();
    this.#page = null;
  }

  async step(act: IdentitySchedule['steps'][number]['act'], n: number): Promise<void> {
    const who = this.#people[n % 2];
    const page = this.#page;
    if (!who || !this.#device) return;
    switch (act) {
      case 'save': {
        if (!page) return;
        const title = `of ${page.who.id} ${(this.#count += 1)}`;
        const bytes = new TextEncoder().encode(title).buffer;
        await page.outbox.enqueue(
          {
            endpoint: 'createLocalExpense',
            method: 'POST',
            url: '/x',
            body: { remarks: title },
            record: { kind: 'localExpense' },
            face: { title },
          },
          n % 3 === 0 ? [{ localId: 'b', bytes, name: 'b', type: 'image/jpeg' }] : [],
        );
        page.who.saved.add(title);
        return;
      }
      case 'rotate':
        this.#secrets = [`secret-${(this.#count += 1)}`, ...this.#secrets];
        return;
      case 'replaceSecret':
        // A backup with another secret: people who have keys here still open what they sealed.
        this.#secrets = [`secret-${(this.#count += 1)}`];
        for (const each of this.#people) if (each.sealedBy === null) each.saved.clear();
        return;
      case 'clearNotes':
        this.#noted = null;
        return;
      case 'move':
        who.former.unshift(who.email);
        who.email = `${who.id}-${(this.#count += 1)}@example.com`;
        return;
      case 'giveAddress': {
        const other = this.#people[(n + 1) % 2];
        const [free] = other?.former ?? [];
        if (!other || free === undefined || who.email === free || other.email === free) return;
        who.former.unshift(who.email);
        who.email = free;
        return;
      }
      case 'signIn':
        return this.#enter(who);
      case 'restart':
        if (this.#session) await this.#enter(this.#session);
        return;
      case 'expire':
        this.#close();
        this.#session = null;
        return;
      case 'signOut': {
        if (!page) return;
        await this.#sealAnew(page.store, page.ring, true);
        await this.#device.forgetKey({ id: page.who.id, email: page.who.email });
        this.#keysGo(page.who);
        this.#close();
        this.#session = null;
        return;
      }
      case 'elsewhere':
        // Another tab signs somebody in; this one was suspended and knows of nothing.
        this.#session = who;
        return;
      case 'read': {
        if (!page || !this.#session || (this.#mutant.isForeign ?? isForeignAnswer)(page.who.id, this.#session.id))
          return;
        const key = `answer-${(this.#count += 1)}`;
        await openReads(page.store, page.ring).putRead(key, { of: this.#session.id }, 1);
        this.#reads.push({ owner: page.who.id, store: this.#session.id, key });
        return;
      }
      case 'upgrade': {
        // A newer build opens the store, adds to it, and is rolled back.
        if (!page) return;
        this.#steps = [...this.#steps, (db) => void db.createObjectStore(`later${this.#steps.length}`)];
        const newer = await openPersonStore(
          { id: page.who.id, email: page.who.email },
          { factory: this.#factory, steps: this.#steps, name: page.store.name },
        ).catch(() => null);
        newer?.close();
        return;
      }
      case 'discard': {
        if (!page) return;
        const lost = (await page.outbox.list()).find(({ unreadable }) => unreadable === 'damaged');
        if (lost) await (this.#mutant.discard ?? ((outbox, id) => outbox.discard(id)))(page.outbox, lost.id);
      }
    }
  }

  /** Everybody signs in once more: theirs is there, nobody else's is, and what cannot be opened can be thrown away. */
  async end(): Promise<void> {
    for (const who of this.#people) {
      await this.#enter(who);
      const page = this.#page as Page | null;
      if (!page) continue;
      const entries = await page.outbox.list();
      const titles = new Set(entries.filter(({ unreadable }) => !unreadable).map(({ face }) => face.title));
      for (const title of who.saved)
        if (!titles.has(title)) this.wrong.push(`OB-2: '${title}' was saved and cannot be opened`);
      for (const title of titles)
        if (!title.startsWith(`of ${who.id} `)) this.wrong.push(`OB-7: ${who.id} opens '${title}'`);
      for (const entry of entries) {
        if (entry.bills.length > 0 && !entry.unreadable && !(await page.outbox.bill(entry.id, 'b')))
          this.wrong.push(`OB-2: the bill of '${entry.face.title}' cannot be opened`);
        if (entry.unreadable)
          await (this.#mutant.discard ?? ((outbox, id) => outbox.discard(id)))(page.outbox, entry.id);
      }
      if ((await page.outbox.list()).some(({ unreadable }) => unreadable))
        this.wrong.push('ID-3: what no key opens cannot be thrown away');
    }
    for (const { owner, store } of this.#reads)
      if (owner !== store) this.wrong.push(`ID-5: an answer for ${store} lies in the store of ${owner}`);
    this.#close();
    this.#device?.close();
  }
}

/** Plays a schedule to its end; answers what went wrong. */
export async function playIdentity({ old, steps }: IdentitySchedule, mutant: IdentityMutant = {}): Promise<string[]> {
  const phone = new Phone(mutant);
  await phone.begin(old);
  for (const { act, n } of steps) await phone.step(act, n);
  await phone.end();
  return phone.wrong;
}
