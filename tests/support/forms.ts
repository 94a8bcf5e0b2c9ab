import { billDrafts, valuesFrom } from '#modules/claims/drafts.ts';
import { createCommand } from '#modules/localExpense/command.ts';
import { emptyValues, type LocalExpenseValues } from '#modules/localExpense/values.ts';
import { entryInput } from '#data/submit.ts';
import type { LocalExpenseInput } from '#domain/claim.ts';
import type { FormBill } from '#files/bill.ts';
import { openKeeper, type Keeper, type KeeperPage } from '#form/keeper.ts';
import { sha } from './fakeServer.ts';
import type { Ledger } from './ledger.ts';
import { textOf, type Tap } from './tap.ts';
import { sendFrom } from './pocket.ts';
import type { Tab, World } from './world.ts';

/**
 * Forms as people fill them in: the product's own keeper, draft port and command, on the tab's own stores; only the
 * fields are missing.
 */
interface Form {
  tab: Tab;
  place: string;
  keeper: Keeper<LocalExpenseValues>;
  tap: Tap;
  revision: number;
  values: LocalExpenseValues;
  busy: boolean;
}

const TIME_ZONE = 'Asia/Kolkata';
const inputOf = (values: LocalExpenseValues): LocalExpenseInput =>
  ({ type: 'OTHERS', day: '2026-04-06', paise: 45_000, remarks: values.remarks }) as unknown as LocalExpenseInput;
const parse = (text: string): [number, number] =>
  (/^t(\d+)\.(\d+)/.exec(text) ?? []).slice(1).map(Number) as [number, number];

export class Forms {
  #open: Form[] = [];
  readonly #pages = new WeakMap<Tab, KeeperPage>();
  readonly #world: World;
  readonly #ledger: Ledger;
  readonly #spawn: (act: Promise<unknown>) => void;

  constructor(world: World, ledger: Ledger, spawn: (act: Promise<unknown>) => void) {
    this.#world = world;
    this.#ledger = ledger;
    this.#spawn = spawn;
  }

  #pageOf(tab: Tab): KeeperPage {
    const page = this.#pages.get(tab) ?? { pause: () => () => undefined, writings: new Map() };
    this.#pages.set(tab, page);
    return page;
  }

  /** Forms that are on a screen, of tabs that live. */
  #shown(): Form[] {
    this.#open = this.#open.filter(({ tab, tap }) => this.#world.tabs.includes(tab) && !tap.discarded);
    return this.#open.filter(({ tab, busy }) => !busy && !this.#world.turns.isFrozen(tab));
  }

  /**
   * Opens a form; what was left behind in its place comes back, else something is typed. Mostly it is submitted then.
   */
  open(tab: Tab, n: number): void {
    this.#spawn(
      (async () => {
        if (n % 7 === 5) this.#world.tornWrites = 1;
        const form = await this.#fill(tab, n);
        if (n % 7 === 6) this.#loseBytes();
        if (n % 4 < 3) return this.#submit(form);
        // A bill is made smaller before the next pause in typing.
        this.#type(form, n + 1);
        return this.#flush(form);
      })(),
    );
  }

  async #fill(tab: Tab, n: number): Promise<Form> {
    const place = `place-${n % 2}`;
    const keeper = openKeeper(place, billDrafts(valuesFrom(emptyValues('')), tab.drafts), this.#pageOf(tab));
    const form = { tab, place, keeper, busy: true } as Form;
    const found = await keeper.find().catch(() => null);
    const [at, revision] = found && keeper.accept(found) ? parse(found.value.remarks) : [];
    const tap = this.#ledger.taps.find((each) => each.n === at);
    if (found && tap && revision !== undefined) {
      tap.forms += 1;
      Object.assign(form, { tap, revision, values: found.value });
      this.#look(form);
    } else {
      form.tap = this.#ledger.add({ person: tab.person, kind: 'create', draft: place, forms: 1 });
      form.values = emptyValues('2026-04-06');
      this.#type(form, n);
    }
    form.busy = false;
    this.#open.push(form);
    await this.#flush(form);
    return form;
  }

  /** The next looks for bytes find nothing: what was just written is not read back. */
  #loseBytes(): void {
    this.#world.lostBytes = 2;
    this.#ledger.spoiltEntries.add('bytes that were not found');
  }

  /**
   * A form is submitted to a disk that loses its bytes, while another tab submits the same draft, or somebody types in
   * its place.
   */
  twins(tab: Tab, other: Tab, n: number): void {
    this.#spawn(
      (async () => {
        const form = await this.#fill(tab, n);
        const twin = n % 4 < 2 ? await this.#fill(other, n) : null;
        this.#loseBytes();
        this.#spawn(this.#submit(form));
        this.#spawn(twin ? this.#submit(twin) : this.#fill(other, n));
      })(),
    );
  }

  /** P8: every bill that was kept comes back, and is what it was. */
  #look({ values, tap, revision }: Form): void {
    const wanted = this.#ledger.bills.get(textOf(tap, revision)) ?? [];
    const got = values.billUrl.map(({ bytes }) => sha(new Uint8Array(bytes ?? new ArrayBuffer(0))));
    // Torn bytes of a page that died before it had read them back are nobody's fault.
    if (got.join() !== wanted.join() && this.#ledger.spoiltEntries.size === 0 && !this.#world.everTorn)
      this.#world.wrong('P8', `the draft ${textOf(tap, revision)} came back with other bills`);
    if (got.join() === wanted.join()) return;
    // What could not be read is not sent: the person goes on with what is there. The form that wrote it has it still.
    const text = textOf(tap, revision);
    this.#ledger.asShown.set(text, [...(this.#ledger.asShown.get(text) ?? []), wanted]);
    this.#ledger.bills.set(text, got);
  }

  #type(form: Form, n: number): void {
    const { tap, keeper } = form;
    form.revision = tap.revisions;
    tap.revisions += 1;
    const text = textOf(tap, form.revision);
    // A bill that is made smaller keeps its name within the form.
    const bills = Array.from({ length: n % 3 }, (_, i): FormBill => {
      const bytes = new TextEncoder().encode(`form bill ${text}.${i}`);
      return {
        localId: `b${i}`,
        name: `b${i}.jpg`,
        type: 'image/jpeg',
        size: bytes.byteLength,
        hash: sha(bytes),
        bytes: bytes.buffer,
      };
    });
    const billUrl = n % 5 === 0 ? form.values.billUrl : bills;
    this.#ledger.bills.set(
      text,
      billUrl.map(({ hash }) => hash),
    );
    form.values = { ...form.values, remarks: text, billUrl };
    keeper.keep(form.values);
  }

  /** After a pause it is on the device. */
  async #flush({ keeper, tab, place, tap, revision }: Form): Promise<void> {
    await keeper.flush();
    const draft = await tab.drafts.loadDraft(place).catch(() => null);
    if (draft && parse((draft.value as LocalExpenseValues).remarks).join() === [tap.n, revision].join())
      tap.draftSaved = true;
  }

  /** Somebody types on in one of them. */
  type(n: number): void {
    const shown = this.#shown();
    const form = shown[n % Math.max(shown.length, 1)];
    if (!form) return;
    this.#type(form, n);
    this.#spawn(this.#flush(form));
  }

  submit(n: number): void {
    const shown = this.#shown();
    const form = shown[n % Math.max(shown.length, 1)];
    if (form) this.#spawn(this.#submit(form));
  }

  async #submit(form: Form): Promise<void> {
    const { tab, tap, keeper, revision, values } = form;
    if (form.busy || tap.discarded || !this.#world.tabs.includes(tab)) return;
    form.busy = true;
    tap.pending += 1;
    try {
      await keeper.rest();
      const command = createCommand(values, inputOf(values), {
        timeZone: TIME_ZONE,
        email: tab.person,
        draft: keeper.ref(),
      });
      const entry = await tab.outbox.enqueue(entryInput(command), command.bills ?? []);
      keeper.end();
      this.#open = this.#open.filter((each) => each !== form);
      tap.enqueued = true;
      tap.entryId = entry.id;
      // Of two forms that submit one draft the later one counts, whichever that was.
      tap.saved = tap.forms > 1 ? 0 : Math.max(tap.saved, revision);
    } catch (error) {
      // The page is closed right after it has said so, or the person goes on.
      if (tap.n % 2 === 0) await this.#world.kill(tab, false);
      else await keeper.resume();
      throw error;
    } finally {
      form.busy = false;
      tap.pending -= 1;
    }
    this.#ledger.toCheck.push(tap);
    await sendFrom(this.#world, tab, true);
  }
}
