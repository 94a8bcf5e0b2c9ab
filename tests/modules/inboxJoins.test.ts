import { beforeEach, describe, expect, it } from 'vitest';
import { addShare, answerOffer, dropShares, listedShares, listShares, loadDraft, removeDraft } from '#data/drafts.ts';
import { closePerson, requirePerson } from '#data/person.ts';
import { closeRuntime, forget } from '#data/runtime.ts';
import type { FormBill } from '#files/bill.ts';
import { openKeeper } from '#form/keeper.ts';
import { keepSeenCode } from '#files/seenCode.ts';
import { joinShares } from '#modules/claims/joinShares.ts';
import { addFiles } from '#modules/inbox/addFiles.ts';
import { localExpensePlace } from '#modules/localExpense/joinPlace.ts';
import { travelExpensePlace } from '#modules/travelExpense/joinPlace.ts';
import { openDeviceShares } from '#storage/deviceShares.ts';
import { StorageFullError } from '#storage/errors.ts';
import { fc } from '#tests/support/property.ts';
import { PERSON, signInOffline } from '#tests/support/screen.tsx';

/** P11: whatever is shared, taken, cut off and begun again, each bill is there once, and nobody else's. */

const OTHER = { ...PERSON, email: 'biju@example.com', name: 'Biju Thomas', employeeCode: 'KH1002' };
const LOCAL = localExpensePlace('2026-04-06');
const DAY = travelExpensePlace('TRP1', '2026-04-06');

const STEPS = [
  'share',
  'share',
  'share',
  'shareSignedOut',
  'join',
  'join',
  'twoTabs',
  'twoTabs',
  'discard',
  'closes',
  'full',
  'answer',
  'signsOut',
  'otherSignsIn',
] as const;
interface Step {
  what: (typeof STEPS)[number];
  n: number;
}
const step = fc.record({ what: fc.constantFrom(...STEPS), n: fc.nat({ max: 30 }) });

let made = 0;
const bill = () => {
  made += 1;
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, made >> 16, made >> 8, made, 1]).buffer;
  return { localId: crypto.randomUUID(), bytes, name: `${made}.jpg`, type: 'image/jpeg' };
};

/** All bills of the signed-in person: in the inbox and in the drafts, those aside too. */
async function everywhere(): Promise<string[]> {
  const found = (await listShares()).flatMap(({ bills }) => bills.map(({ name }) => name));
  for (const { key } of [LOCAL, DAY])
    for (let draft = await loadDraft(key); draft; draft = await loadDraft(key)) {
      found.push(...draft.bills.map(({ name }) => name));
      await removeDraft(key, draft.id);
    }
  return found.sort();
}
async function empty(): Promise<void> {
  await everywhere();
  await dropShares((await listedShares()).map(({ id }) => ({ id, bills: [], whole: true })));
  const device = await openDeviceShares(Date.now);
  await device.dropShares((await device.listShares()).map(({ id }) => id));
  device.close();
}

/** What is done to a bill that was kept: thrown away, or waiting on the device for who says that it is theirs. */
class Truth {
  readonly mine = new Set<string>();
  readonly onDevice = new Set<string>();
}

async function take(truth: Truth, { what, n }: Step): Promise<void> {
  const bills = Array.from({ length: (n % 3) + 1 }, bill);
  const names = bills.map(({ name }) => name);
  const chosen = async () =>
    (await listedShares()).flatMap((share, at) => {
      const some = share.bills.filter((_, place) => (at + place + n) % 2 === 0);
      return some.length === 0 ? [] : [{ id: share.id, bills: some.map(({ localId }) => localId), names: some }];
    });
  switch (what) {
    case 'share':
      await addShare({ id: crypto.randomUUID(), bills, leftOut: [] });
      for (const name of names) truth.mine.add(name);
      return;
    case 'shareSignedOut': {
      const device = await openDeviceShares(Date.now);
      await device.addShare({ id: crypto.randomUUID(), bills, leftOut: [] }).then(
        () => names.forEach((name) => truth.onDevice.add(name)),
        () => undefined,
      );
      return device.close();
    }
    case 'answer': {
      const mine = n % 4 !== 0;
      await answerOffer(mine);
      for (const name of truth.onDevice) if (mine) truth.mine.add(name);
      return truth.onDevice.clear();
    }
    case 'join':
      await (n % 2 === 0 ? joinShares(LOCAL, await chosen()) : joinShares(DAY, await chosen()));
      return;
    case 'twoTabs': {
      const both = await chosen();
      await Promise.all([joinShares(LOCAL, both), n % 3 === 0 ? joinShares(LOCAL, both) : joinShares(DAY, both)]);
      return;
    }
    case 'discard': {
      const [first] = await chosen();
      if (!first) return;
      await dropShares([first]);
      for (const { name } of first.names) truth.mine.delete(name);
      return;
    }
    case 'closes': {
      // The page goes while it is being taken: it is there or there.
      await closeRuntime();
      const going = joinShares(LOCAL, await chosen()).catch(() => undefined);
      await closePerson();
      await going;
      return;
    }
    case 'full': {
      const { store } = await requirePerson();
      const write = store.write.bind(store);
      store.write = () => Promise.reject(new StorageFullError());
      await expect(addShare({ id: crypto.randomUUID(), bills, leftOut: [] })).rejects.toThrow(StorageFullError);
      await joinShares(LOCAL, await chosen()).catch(() => undefined);
      store.write = write;
      return;
    }
    case 'signsOut':
      await forget(PERSON);
      await signInOffline();
      return;
    case 'otherSignsIn':
      await forget(PERSON);
      await signInOffline(OTHER);
      expect(await everywhere()).toEqual([]);
      await forget(OTHER);
      await signInOffline();
  }
}

describe('P11 INB-1 INB-4 INB-6: what came in', () => {
  beforeEach(() => signInOffline());

  it('is there once, in the inbox or in a draft, whatever happens to it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        await empty();
        const truth = new Truth();
        for (const each of steps) await take(truth, each);
        expect(await everywhere()).toEqual([...truth.mine].sort());
      }),
      { numRuns: 60 },
    );
  });
});

describe('GST-11 a signed code that the camera saw', () => {
  beforeEach(async () => {
    await signInOffline();
    await empty();
  });

  it('lies with the photo in the inbox, and goes with it to the claim', async () => {
    const files = [bill(), bill()].map(({ bytes, name, type }) => new File([bytes], name, { type }));
    keepSeenCode(files[0] as File, 'signed.code.text');
    expect(await addFiles(files, 'camera')).toEqual([]);
    const chosen = (await listedShares()).map(({ id }) => ({ id }));
    const { draft } = await joinShares(LOCAL, chosen);
    const codes = (bills: readonly FormBill[] = []) => bills.map(({ name, reading }) => [name, reading?.code]);
    const expected = [
      [files[0]?.name, 'signed.code.text'],
      [files[1]?.name, undefined],
    ];
    expect(codes(draft?.value.billUrl)).toEqual(expected);
    // With the draft too, for a form that is opened another day.
    expect(codes((await LOCAL.drafts.load(LOCAL.key))?.value.billUrl)).toEqual(expected);
  });
});

it('INB-4 joins what is still being written as the form closes, and makes no second draft beside it', async () => {
  await signInOffline();
  await empty();
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const slow = {
    ...LOCAL.drafts,
    save: (...args: Parameters<typeof LOCAL.drafts.save>) => begun.then(() => LOCAL.drafts.save(...args)),
  };
  const form = openKeeper(LOCAL.key, slow);
  form.keep({ ...LOCAL.empty, remarks: 'Taxi' });
  const written = form.flush();
  const shared = bill();
  await addShare({ id: crypto.randomUUID(), bills: [shared], leftOut: [] });
  const [share] = await listedShares();
  const joining = joinShares(LOCAL, [{ id: share?.id ?? '' }]);
  // As long as the disk pleases.
  await new Promise((resolve) => setTimeout(resolve, 50));
  begin();
  await Promise.all([written, joining]);
  const draft = await loadDraft(LOCAL.key);
  expect([draft?.value, draft?.bills]).toMatchObject([{ remarks: 'Taxi' }, [{ name: shared.name }]]);
  await removeDraft(LOCAL.key, draft?.id);
  expect(await loadDraft(LOCAL.key)).toBeNull();
});
