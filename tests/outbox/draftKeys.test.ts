import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { createCommand } from '#modules/localExpense/command.ts';
import { emptyValues } from '#modules/localExpense/values.ts';
import { entryInput } from '#data/submit.ts';
import { markDraft } from '#outbox/draftRows.ts';
import { openDrafts } from '#outbox/drafts.ts';
import type { NewEntry } from '#outbox/entry.ts';
import type { PersonStore } from '#storage/open.ts';
import { fakeCipher } from '#tests/support/fakeCipher.ts';
import { sha } from '#tests/support/fakeServer.ts';
import { aBill, aClaim, ASHA, aPhone, type Phone } from '#tests/support/phone.ts';

const ID = 'a-key-of-22-characters';
const from = (remarks: string, id = ID): NewEntry => aClaim(remarks, { id, draft: { key: 'new', id, by: 'form' } });
const save = ({ tab, run }: Phone, remarks: string, text = 'photo', id = ID): Promise<void> =>
  run(tab.drafts.saveDraft('new', remarks, [aBill(text)], { id, by: 'form' }));
const left = async ({ world }: Phone): Promise<Record<string, number>> => {
  const store = await world.disk(ASHA);
  const counts = await store.read(['outbox', 'drafts', 'blobs', 'bytes'], async (tx) =>
    Object.fromEntries(
      await Promise.all(
        (['outbox', 'drafts', 'blobs', 'bytes'] as const).map(
          async (name) => [name, await tx.objectStore(name).count()] as const,
        ),
      ),
    ),
  );
  store.close();
  return counts;
};

describe('P7: one draft is one entry', () => {
  test('DR-1: a draft given back while another form sees it as taken is offered, and not cleared away', async () => {
    const phone = await aPhone();
    const { tab, run } = phone;
    await save(phone, 'Taxi');
    const mark = (taken: boolean): Promise<boolean> =>
      tab.store.write(['drafts'], (tx) => markDraft(tx, { key: 'new', id: ID, by: 'form' }, taken));
    await run(mark(true));
    let isGivenBack = false;
    const other: PersonStore = {
      ...tab.store,
      write: async (stores, work) => {
        if (!isGivenBack) await mark(false);
        isGivenBack = true;
        return tab.store.write(stores, work);
      },
    };
    const found = await run(
      openDrafts(
        other,
        fakeCipher(ASHA),
        () => 5,
        (bytes) => Promise.resolve(sha(new Uint8Array(bytes))),
      ).loadDraft('new'),
    );
    expect([isGivenBack, found?.value, found?.bills.length]).toEqual([true, 'Taxi', 1]);
  });

  test('the command carries the key of its draft to the outbox', () => {
    const command = createCommand(
      emptyValues('2026-04-06'),
      { type: 'OTHERS', day: '2026-04-06', paise: 45_000, remarks: 'Taxi' } as never,
      { timeZone: 'Asia/Kolkata', email: ASHA, draft: { key: 'new', id: ID, by: 'form' } },
    );
    expect(entryInput(command)).toMatchObject({ id: ID, draft: { key: 'new', id: ID } });
  });

  test('the key is minted with the draft, lives in it and stays', async () => {
    const phone = await aPhone();
    const { tab, run } = phone;
    await run(tab.drafts.saveDraft('new', 'typed'));
    const first = await run(tab.drafts.loadDraft('new'));
    await run(tab.drafts.saveDraft('new', 'typed on'));
    expect(first?.id).toMatch(/^[\w-]{22}$/);
    expect(await run(tab.drafts.loadDraft('new'))).toMatchObject({ id: first?.id, value: 'typed on' });
  });

  test('the disk does not answer when the entry is read back: not called saved, the same when repeated', async () => {
    const phone = await aPhone();
    const { world, tab, run } = phone;
    await save(phone, 'Taxi');
    world.failBytes = 1;
    await expect(run(tab.outbox.enqueue(from('Taxi'), [aBill('photo')]))).rejects.toThrow('This browser cannot keep');
    expect(await left(phone)).toMatchObject({ outbox: 1, drafts: 1, bytes: 1 });
    await run(tab.outbox.enqueue(from('Taxi'), [aBill('photo')]));
    await run(tab.outbox.drain());
    expect([world.server.effects.length, (await left(phone))['drafts']]).toEqual([1, 0]);
  });

  test('the answer to the commit is lost: submitted again it is the same one', async () => {
    const phone = await aPhone();
    const { world, tab, run } = phone;
    await save(phone, 'Taxi');
    world.unheardWrites = 1;
    await expect(run(tab.outbox.enqueue(from('Taxi'), [aBill('photo')]))).rejects.toThrow('This browser cannot keep');
    await run(tab.outbox.enqueue(from('Taxi'), [aBill('photo')]));
    await run(tab.outbox.drain());
    expect(world.server.effects.map(({ text }) => text)).toEqual(['Taxi']);
  });

  test('submitted again with another content: the newer replaces a waiting one, and follows a sent one', async () => {
    const phone = await aPhone();
    const { world, tab, run, faults } = phone;
    await run(tab.outbox.enqueue(from('Taxi')));
    await run(tab.outbox.enqueue(from('Taxi to the station')));
    expect((await run(tab.outbox.list())).map(({ id, body }) => [id, body['remarks']])).toEqual([
      [ID, 'Taxi to the station'],
    ]);
    faults('lostAnswer');
    await run(tab.outbox.drain());
    await run(tab.outbox.enqueue(from('Taxi to the station')));
    await run(tab.outbox.enqueue(from('Taxi home')));
    await run(tab.outbox.retryAll());
    await run(tab.outbox.drain());
    expect(world.server.effects.map(({ kind, text }) => [kind, text])).toEqual([
      ['create', 'Taxi to the station'],
      ['update', 'Taxi home'],
    ]);
  });

  test('sent, and submitted with another content by two tabs: one change', async () => {
    const phone = await aPhone();
    const { tab, run, world } = phone;
    const other = await phone.open();
    await run(tab.outbox.enqueue(from('Taxi')));
    await run(tab.outbox.drain());
    await run(Promise.all([tab, other].map(({ outbox }) => outbox.enqueue(from('Taxi and toll')))));
    await run(other.outbox.drain());
    await run(tab.outbox.enqueue(from('Taxi and toll')));
    await run(tab.outbox.drain());
    expect(world.server.effects.map(({ text }) => text)).toEqual(['Taxi', 'Taxi and toll']);
  });

  test('sent, archived a day later, submitted once more from a tab that slept: nothing is made', async () => {
    const phone = await aPhone();
    const { world, tab, run } = phone;
    await run(tab.outbox.enqueue(from('Taxi'), [aBill('photo')]));
    await run(tab.outbox.drain());
    world.trueNow += 2 * 86_400_000;
    await run(tab.outbox.drain());
    expect((await run(tab.outbox.list())).length).toBe(0);
    await run(tab.outbox.enqueue(from('Taxi'), [aBill('photo')]));
    await run(tab.outbox.drain());
    expect(world.server.effects.length).toBe(1);
  });

  test('refused, mended and not read back: submitted once more it is the mended one', async () => {
    const phone = await aPhone();
    const { world, tab, run } = phone;
    await run(tab.outbox.enqueue(from('bad')));
    await run(tab.outbox.drain());
    world.failBytes = 1;
    await expect(run(tab.outbox.enqueue(from('good'), [aBill('photo')]))).rejects.toThrow('This browser cannot keep');
    await run(tab.outbox.enqueue(from('good'), [aBill('photo')]));
    await run(tab.outbox.drain());
    expect([(await run(tab.outbox.list())).length, world.server.effects.map(({ text }) => text)]).toEqual([
      1,
      ['good'],
    ]);
  });

  test('bytes that do not read back take the entry back, and the draft is offered as it was', async () => {
    const phone = await aPhone();
    const { world, tab, run } = phone;
    await save(phone, 'Taxi');
    world.lostBytes = 2;
    await expect(run(tab.outbox.enqueue(from('Taxi'), [aBill('photo')]))).rejects.toThrow('did not keep the bill');
    expect(await left(phone)).toEqual({ outbox: 0, drafts: 1, blobs: 1, bytes: 1 });
    expect(await run(tab.drafts.loadDraft('new'))).toMatchObject({ value: 'Taxi', bills: [{ localId: 'b1' }] });
  });

  test.each(['opens in its place', 'is typed in its place'])(
    'DR-1: another form %s while the entry is being read back, which fails: what was typed is still there',
    async (what) => {
      const phone = await aPhone();
      const { world, tab, run, open } = phone;
      await save(phone, 'Taxi');
      const other = await open();
      const { write } = tab.store;
      let committed = false;
      Object.assign(tab.store, {
        write: async (...args: Parameters<typeof write>) => {
          const done = await write(...args);
          if (committed || !args[0].includes('outbox')) return done;
          committed = true;
          await (what.startsWith('opens')
            ? other.drafts.loadDraft('new')
            : other.drafts.saveDraft('new', 'Tram', [], { id: 'b-key-of-22-characters', by: 'other' }));
          world.lostBytes = 2;
          return done;
        },
      });
      await expect(run(tab.outbox.enqueue(from('Taxi'), [aBill('photo')]))).rejects.toThrow('did not keep the bill');
      expect(await left(phone)).toMatchObject({ outbox: 1, bytes: 1 });
      await run(tab.outbox.enqueue(from('Taxi'), [aBill('photo')]));
      await run(tab.outbox.drain());
      expect(world.server.effects.map(({ text }) => text)).toEqual(['Taxi']);
    },
  );

  test('OB-2: of two submits at once one is not read back: what the other called saved stays', async () => {
    let bothWays = 0;
    for (const order of [0, 1, 2, 3, 4, 5, 6, 7]) {
      for (const text of ['Taxi', 'Taxi home']) {
        const phone = await aPhone();
        const { world, tab } = phone;
        await save(phone, 'Taxi');
        world.lostBytes = 2;
        const answers = Promise.allSettled([
          tab.outbox.enqueue(from('Taxi'), [aBill('photo')]),
          tab.outbox.enqueue(from(text), [aBill('photo')]),
        ]);
        await world.turns.settle();
        for (let turn = 0; await world.turn((order >> (turn % 3)) & 1); turn += 1);
        const saved = (await answers).filter(({ status }) => status === 'fulfilled').length;
        const { outbox, drafts, bytes } = await left(phone);
        expect([saved > 0 ? outbox : (outbox ?? 0) + (drafts ?? 0), bytes]).toEqual([1, 1]);
        if (saved === 1) bothWays += 1;
      }
    }
    expect(bothWays).toBeGreaterThan(4);
  });

  test('a draft that became an entry is not offered again, also when it could not be taken away', async () => {
    const phone = await aPhone();
    const { world, tab, run } = phone;
    await save(phone, 'Taxi');
    world.failWritesOf = 'drafts,blobs,bytes';
    await run(tab.outbox.enqueue(from('Taxi'), [aBill('photo')]));
    world.failWritesOf = null;
    expect((await left(phone))['drafts']).toBe(1);
    expect([await run(tab.drafts.listDrafts()), await run(tab.drafts.loadDraft('new'))]).toEqual([[], null]);
    expect((await left(phone))['drafts']).toBe(0);
  });
});

describe('P13: two tabs with one draft', () => {
  test('both show it, both submit it: one claim', async () => {
    const phone = await aPhone();
    const { world, tab, run, open } = phone;
    await run(tab.drafts.saveDraft('new', 'Taxi', [aBill('photo')]));
    const other = await open();
    const shown = await run(Promise.all([tab.drafts.loadDraft('new'), other.drafts.loadDraft('new')]));
    await run(
      Promise.all([tab, other].map((each, i) => each.outbox.enqueue(from('Taxi', shown[i]?.id), [aBill('photo')]))),
    );
    await run(other.outbox.drain());
    await run(tab.outbox.drain());
    expect(world.server.effects.length).toBe(1);
  });

  test('a draft of the build before has one key in both, too', async () => {
    const phone = await aPhone();
    const { world, tab, run, open } = phone;
    await run(tab.drafts.saveDraft('new', 'Taxi'));
    const disk = await world.disk(ASHA);
    await disk.write(['drafts'], async (tx) => {
      const { id: _id, by: _by, ...row } = (await tx.objectStore('drafts').get('new'))!;
      await tx.objectStore('drafts').put(row);
    });
    disk.close();
    const other = await open();
    const [first, second] = await run(Promise.all([tab.drafts.loadDraft('new'), other.drafts.loadDraft('new')]));
    expect(second?.id).toBe(first?.id);
  });

  test('two forms typed in one place are two drafts: neither overwrites the other, each has its entry', async () => {
    const phone = await aPhone();
    const { tab, run } = phone;
    await save(phone, 'Taxi', 'of the taxi');
    await save(phone, 'Dinner', 'of the dinner', 'another-key-of-22-char');
    await run(tab.outbox.enqueue(from('Taxi'), [aBill('of the taxi')]));
    expect(await run(tab.drafts.loadDraft('new'))).toMatchObject({ value: 'Dinner' });
    await save(phone, 'Tram', 'of the tram', 'the-third-key-of-22-ch');
    await run(tab.drafts.removeDraft('new', 'the-third-key-of-22-ch'));
    const back = await run(tab.drafts.loadDraft('new'));
    expect([back?.value, new TextDecoder().decode(back?.bills[0]?.bytes)]).toEqual(['Dinner', 'of the dinner']);
  });

  test('what the other tab has typed since is not taken away with the entry', async () => {
    const phone = await aPhone();
    const { tab, run } = phone;
    await save(phone, 'Taxi');
    await run(tab.drafts.saveDraft('new', 'Taxi and tip', [aBill('photo')], { id: ID, by: 'the other form' }));
    await run(tab.outbox.enqueue(from('Taxi'), [aBill('photo')]));
    expect(await run(tab.drafts.loadDraft('new'))).toMatchObject({ value: 'Taxi and tip', id: ID });
  });
});
