import type { Entry, NewEntry } from '#outbox/entry.ts';
import { sha } from './fakeServer.ts';
import { carrierOf, type Ledger } from './ledger.ts';
import { textOf, type Tap } from './tap.ts';
import { sendFrom } from './pocket.ts';
import type { Tab, World } from './world.ts';

/**
 * What people hand to the outbox without a form: new records, edits and decisions with their bills, and changes of what
 * waits.
 */
export class Taps {
  readonly world: World;
  readonly ledger: Ledger;
  readonly #spawn: (act: Promise<unknown>) => void;

  constructor(world: World, ledger: Ledger, spawn: (act: Promise<unknown>) => void) {
    this.world = world;
    this.ledger = ledger;
    this.#spawn = spawn;
  }

  input(tap: Tap, revision: number): NewEntry {
    const remarks = textOf(tap, revision);
    const face = { title: remarks };
    if (tap.kind === 'create')
      return {
        endpoint: 'createLocalExpense',
        method: 'POST',
        url: '/api/v1/allExpense/create?primaryExpenseType=0',
        body: { remarks },
        record: { kind: 'localExpense' },
        face,
        ...(tap.draft !== null && { draft: tap.draft }),
      };
    const how =
      tap.kind === 'update'
        ? ({
            endpoint: 'updateLocalExpense',
            method: 'PUT',
            url: `/api/v1/allExpense/update?primaryExpenseType=0&id=${tap.recordId}`,
          } as const)
        : ({
            endpoint: 'managerApproveLocal',
            method: 'POST',
            url: `/api/v1/allExpense/manager-approve?primaryExpenseType=0&id=${tap.recordId}`,
          } as const);
    return {
      ...how,
      body: tap.kind === 'update' ? { remarks } : { managerRemarks: remarks },
      ifMatch: tap.madeOn,
      record: { kind: 'localExpense', id: tap.recordId ?? '' },
      face,
    };
  }

  #bills(
    tap: Tap,
    revision: number,
    count: number,
  ): { localId: string; bytes: ArrayBuffer; name: string; type: string }[] {
    const bills = Array.from({ length: count }, (_, i) => {
      const bytes = new TextEncoder().encode(
        `${tap.photo} t${tap.n}.${revision}.${i}${tap.n % 3 === 0 ? ' of many pages'.repeat(3) : ''}`,
      );
      return { localId: `b${revision}-${i}`, bytes: bytes.buffer, name: `b${i}.jpg`, type: 'image/jpeg' };
    });
    this.ledger.bills.set(
      textOf(tap, revision),
      bills.map(({ bytes }) => sha(new Uint8Array(bytes))),
    );
    return bills;
  }

  async enqueue(tab: Tab, tap: Tap, billCount: number, twice: boolean): Promise<void> {
    const revision = tap.revisions;
    tap.revisions += 1;
    const bills = this.#bills(tap, revision, billCount);
    // A decision has no draft and so no key of its own; who is told that it is not saved confirms it once more.
    const isDecision = tap.kind === 'decide';
    const input: NewEntry = {
      ...this.input(tap, revision),
      ...(!isDecision && { id: `tap-${String(tap.n).padStart(8, '0')}` }),
    };
    const submit = (): Promise<Entry> => tab.outbox.enqueue(input, bills);
    if (tap.draft !== null) {
      await tab.drafts.saveDraft(tap.draft, { remarks: textOf(tap, revision) }, bills);
      tap.draftSaved = true;
    }
    tap.pending += twice ? 2 : 1;
    this.world.times.saving(textOf(tap, revision), tab.name, this.world.trueNow);
    const answered = (): number => (tap.pending -= 1);
    if (twice) this.#spawn(submit().finally(answered));
    const entry = await (isDecision ? submit().catch(submit) : submit()).finally(answered);
    tap.enqueued = true;
    tap.entryId = entry.id;
    tap.seq ??= entry.seq;
    this.#saved(tap, revision);
    await sendFrom(this.world, tab, true);
  }

  #saved(tap: Tap, revision: number): void {
    tap.saved = Math.max(tap.saved, revision);
    this.ledger.toCheck.push(tap);
    this.world.times.saved(textOf(tap, revision), this.world.trueNow);
  }

  async revise(tab: Tab, tap: Tap, billCount: number): Promise<void> {
    const { world } = this;
    const carrier = await carrierOf(tab.outbox, tap);
    // One form at a time changes an entry; of two at once the later one would win, whichever that is.
    if (!carrier || carrier.state === 'done' || tap.pending > 0) return;
    const revision = tap.revisions;
    tap.revisions += 1;
    tap.pending += 1;
    const current = (carrier.refusal?.current ?? {}) as { version?: number };
    // Shown both, the person keeps their own: now it is made on what they were shown.
    if (carrier.state === 'needsYou' && current.version !== undefined)
      tap.madeOn = Math.max(tap.madeOn, current.version);
    world.times.saving(textOf(tap, revision), tab.name, world.trueNow);
    const entry = await tab.outbox
      .revise(carrier.id, this.input(tap, revision), this.#bills(tap, revision, billCount))
      .finally(() => (tap.pending -= 1));
    tap.entryId = entry.id;
    this.#saved(tap, revision);
    await sendFrom(this.world, tab, true);
  }
}
