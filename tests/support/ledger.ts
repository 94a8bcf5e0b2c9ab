import type { Outbox } from '#outbox/outbox.ts';
import type { Entry } from '#outbox/entry.ts';
import { entryFrom } from '#outbox/storedEntry.ts';
import { unseal } from '#storage/vault.ts';
import { fakeCipher } from './fakeCipher.ts';
import { checkBytes, checkNewer, checkOrder, checkPutBy } from './endChecks.ts';
import { parse, textIn, type Tap } from './tap.ts';
import type { World } from './world.ts';

/** What people did and were told, kept outside of the outbox; at the end it is held against the server and the disk. */
export class Ledger {
  readonly taps: Tap[] = [];
  /** Text → hashes of its bills. */
  readonly bills = new Map<string, string[]>();
  /** Of drafts that came back with others than before: what further forms of them may still have. */
  readonly asShown = new Map<string, string[][]>();
  /** Things that happened on purpose and excuse a refusal. */
  readonly foreign = new Set<string>();
  spoiltEntries = new Set<string>();
  everClosed = false;
  /**
   * A day or more went by, by the phone's clock: sent entries have been cleared away, and a person may act on a list
   * older than that.
   */
  longGone = false;
  restored = false;
  filesCleaned = 0;
  /** Taps that have been called saved since the last look at the disk. */
  readonly toCheck: Tap[] = [];
  newerRows: { person: string; id: string; at: string }[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  add(tap: Pick<Tap, 'person' | 'kind'> & Partial<Tap>): Tap {
    const made: Tap = {
      n: this.taps.length + 1,
      revisions: 0,
      saved: -1,
      entryId: null,
      seq: null,
      discarded: false,
      recordId: null,
      madeOn: 0,
      draft: null,
      draftSaved: false,
      forms: 0,
      enqueued: false,
      bad: false,
      photo: 'bill',
      pending: 0,
      ...tap,
    };
    this.taps.push(made);
    return made;
  }

  async entries(person: string): Promise<Entry[]> {
    const store = await this.#world.disk(person);
    const cipher = fakeCipher(person);
    try {
      const rows = await store.read(['outbox'], (tx) => tx.objectStore('outbox').getAll());
      const all = await Promise.all(
        rows.map(async (row) =>
          row.v > 1 ? null : entryFrom(row, await unseal(cipher, row.sealed, `outbox/${row.id}`).catch(() => null)),
        ),
      );
      return all.filter((entry): entry is Entry => entry !== null);
    } finally {
      store.close();
    }
  }

  /** Hashes of the bytes that lie on the phone. */
  async hashes(person: string): Promise<Set<string>> {
    const store = await this.#world.disk(person);
    try {
      return new Set(await store.read(['bytes'], (tx) => tx.objectStore('bytes').getAllKeys()));
    } finally {
      store.close();
    }
  }

  /** The newest revision of a tap that is on the server or, still to be sent, on the phone; -1 for none. */
  #newest(tap: Tap, entries: readonly Entry[]): number {
    const texts = [
      ...this.#world.server.effects.filter(({ email }) => email === tap.person).map(({ text }) => text),
      ...entries.filter(({ state }) => state !== 'done').map(textIn),
    ];
    return Math.max(
      -1,
      ...texts
        .map((text) => parse(text))
        .filter((parsed) => parsed?.n === tap.n)
        .map((parsed) => parsed?.revision ?? -1),
    );
  }

  /** OB-1: what has just been called saved lies on the disk, bytes and all, or is with the server already. */
  async checkSaved(tap: Tap): Promise<void> {
    if (tap.discarded) return;
    const entries = await this.entries(tap.person);
    if (this.#newest(tap, entries) < tap.saved)
      this.#world.wrong('OB-1', `t${tap.n}.${tap.saved} was called saved and is nowhere`);
    const there = await this.hashes(tap.person);
    for (const entry of entries) {
      if (entry.state === 'done' || parse(textIn(entry))?.n !== tap.n) continue;
      for (const { localId, hash } of entry.bills)
        if (!there.has(hash)) this.#world.wrong('OB-1', `${entry.id} was called saved without bill ${localId}`);
    }
  }

  /** A page that dies between the commit and the read-back has not told anybody. */
  #wasCalledSaved = (entry: Entry, tap: Tap | undefined): boolean =>
    (tap?.saved ?? -1) >= (parse(textIn(entry))?.revision ?? 0);

  /** Whether the server may have said this to that entry, given what happened. */
  #excused(entry: Entry, tap: Tap | undefined): boolean {
    const code = entry.refusal?.code ?? '';
    const record = entry.record.id ?? '';
    const own = this.taps.filter((each) => each.recordId === record);
    switch (code) {
      case 'INVALID':
        return textIn(entry).includes('bad') || (this.everClosed && tap?.kind === 'create');
      case 'FILE_TOO_LARGE':
        return tap?.photo === 'big';
      // Nobody is waited for for ever.
      case 'NOT_FOUND':
        return this.restored && this.longGone;
      case 'UPLOAD_ALLOWANCE':
        return tap?.photo === 'dear';
      case 'NETWORK_REFUSED':
        return [entry.id, ...entry.bills.map(({ hash }) => hash)].some(
          (about) => (this.#world.network.walls.get(about) ?? 0) > 1,
        );
      case 'BILL_LOST':
        return this.spoiltEntries.size > 0 || (this.#world.everTorn && !this.#wasCalledSaved(entry, tap));
      case 'FILE_GONE':
        return this.filesCleaned > 3;
      case 'RECORD_GONE':
        return true;
      case 'VERSION_CONFLICT':
      case 'CONFLICT':
        // Somebody else was faster, or the person decided twice, or threw away a change that had got through.
        return (
          this.foreign.has(record) ||
          own.some(({ kind, revisions }) => kind === 'decide' && (own.length > 1 || revisions > 1)) ||
          own.some(({ discarded }) => discarded) ||
          (this.longGone && own.length > 1)
        );
      default:
        return false;
    }
  }

  async checkEnd(): Promise<void> {
    const world = this.#world;
    const { effects } = world.server;
    for (const person of new Set(this.taps.map((tap) => tap.person))) {
      const entries = await this.entries(person);
      for (const entry of entries) {
        const tap = this.taps.find(({ n }) => n === parse(textIn(entry))?.n);
        if (entry.state === 'done' && !effects.some(({ key, email }) => key === entry.id && email === person))
          world.wrong('OB-4', `${entry.id} (${textIn(entry)}) is called sent, and the server knows nothing of it`);
        if (
          ['waiting', 'uploading', 'sending', 'signIn'].includes(entry.state) &&
          !this.#behindRefused(entry, entries) &&
          !this.#isSlow(entry)
        )
          world.wrong('C7', `${entry.id} (${textIn(entry)}) is stuck in ${entry.state}`);
        if (entry.state === 'needsYou' && !this.#excused(entry, tap))
          world.wrong('OB-9', `${entry.id} (${textIn(entry)}) was refused for no reason: ${entry.refusal?.code}`);
        if (JSON.stringify(entry).includes('-secret')) world.wrong('OB-7', `${entry.id} holds a token`);
      }
      for (const tap of this.taps.filter((each) => each.person === person)) await this.#checkTap(tap, entries);
    }
    const seen = new Set<string>();
    for (const effect of effects) {
      const parsed = parse(effect.text);
      const tap = this.taps.find(({ n }) => n === parsed?.n);
      if (!parsed || tap?.person !== effect.email) world.wrong('OB-7', `${effect.text} was sent as ${effect.email}`);
      // Of several forms of one draft a later one may submit again what another has changed meanwhile: a change back.
      const isChangeBack = tap !== undefined && tap.forms > 1 && effect.kind === 'update';
      if (seen.has(effect.text) && !isChangeBack) world.wrong('OB-3', `${effect.text} was carried out twice`);
      seen.add(effect.text);
      const wanted = this.bills.get(effect.text) ?? [];
      const shown = world.everTorn ? (this.asShown.get(effect.text) ?? []) : [];
      if (![wanted, ...shown].some((bills) => bills.join() === effect.bills.join()))
        world.wrong('OB-6', `${effect.text} went out with the wrong bills`);
      // What the person was shown of this record so far, at a conflict of an earlier change of theirs too.
      const seenOf = Math.max(
        ...this.taps.filter(({ recordId }) => recordId === effect.id).map(({ madeOn }) => madeOn),
      );
      if (effect.kind !== 'create' && tap !== undefined && tap.kind !== 'create' && effect.foreignVersion > seenOf)
        world.wrong('OB-10', `${effect.text} overwrote a change that its author had not seen`);
    }
    checkOrder(world, this.taps);
    for (const { rule, what } of world.times.check(effects)) world.wrong(rule, what);
    await checkPutBy(world, this.taps);
    await checkBytes(world, [...new Set(this.taps.map((tap) => tap.person))]);
    await checkNewer(world, this.newerRows);
  }

  /** Its bill is one that the server is always too busy for. */
  #isSlow = (entry: Entry): boolean =>
    this.taps.some((tap) => tap.photo === 'slow' && tap.n === parse(textIn(entry))?.n);

  /** What of a person's waits for nothing but a network and time. */
  async sendable(person: string): Promise<Entry[]> {
    const entries = await this.entries(person);
    return entries.filter(
      (entry) =>
        ['waiting', 'uploading', 'sending'].includes(entry.state) &&
        !this.#behindRefused(entry, entries) &&
        !this.#isSlow(entry),
    );
  }

  /** Held back by a refusal of something it depends on. */
  #behindRefused(entry: Entry, entries: readonly Entry[], depth = 0): boolean {
    const before = entries.filter(
      (other) =>
        other.id !== entry.id &&
        other.state !== 'done' &&
        (other.id === entry.after ||
          other.id === entry.record.from ||
          (other.seq < entry.seq && other.record.id !== undefined && other.record.id === entry.record.id)),
    );
    return (
      depth < 20 &&
      before.some(
        (other) =>
          other.state === 'needsYou' ||
          other.state === 'signIn' ||
          this.#isSlow(other) ||
          this.#behindRefused(other, entries, depth + 1),
      )
    );
  }

  async #checkTap(tap: Tap, entries: readonly Entry[]): Promise<void> {
    const world = this.#world;
    const creates = world.server.effects.filter(({ kind, text }) => kind === 'create' && parse(text)?.n === tap.n);
    if (creates.length > 1) world.wrong('OB-3', `t${tap.n} made ${creates.length} records`);
    if (tap.saved >= 0 && !tap.discarded && this.#newest(tap, entries) < tap.saved)
      world.wrong('OB-2', `t${tap.n}.${tap.saved} was saved and is lost`);
    if (tap.forms > 0) return this.#checkForm(tap, entries);
    if (tap.draft === null || !tap.draftSaved) return;
    const store = await world.disk(tap.person);
    const draft = await store.read(['drafts'], (tx) => tx.objectStore('drafts').get(tap.draft ?? ''));
    store.close();
    if ((!draft || draft.taken) && this.#newest(tap, entries) < 0 && !tap.discarded)
      world.wrong('DR-1', `the draft of t${tap.n} is gone, and it is nowhere else`);
    if (draft && !draft.taken && tap.enqueued)
      world.wrong('DR-1', `t${tap.n} is saved, and its draft is still offered`);
  }

  /** What was typed in a form is offered again until it is submitted, and then no more (DR-1). */
  async #checkForm(tap: Tap, entries: readonly Entry[]): Promise<void> {
    if (tap.discarded) return;
    const store = await this.#world.disk(tap.person);
    const rows = await store.read(['drafts'], (tx) => tx.objectStore('drafts').getAll());
    store.close();
    const cipher = fakeCipher(tap.person);
    const texts = await Promise.all(
      rows
        .filter(({ taken }) => !taken)
        .map(async ({ sealed }) =>
          JSON.stringify(await unseal(cipher, sealed, `drafts/${tap.draft}`).catch(() => null)),
        ),
    );
    const isOffered = texts.some((text) => text.includes(`"t${tap.n}.`));
    if (tap.draftSaved && !isOffered && this.#newest(tap, entries) < 0)
      this.#world.wrong('DR-1', `the draft of t${tap.n} is gone, and it is nowhere else`);
    if (isOffered && tap.enqueued && tap.forms === 1)
      this.#world.wrong('DR-1', `t${tap.n} is saved, and its draft is still offered`);
  }
}

/** The entry of this list that carries a tap's content last. */
export const carrierOf = async (outbox: Outbox, tap: Tap): Promise<Entry | undefined> =>
  (await outbox.list()).filter((entry) => !entry.unreadable && parse(textIn(entry))?.n === tap.n).at(-1);
