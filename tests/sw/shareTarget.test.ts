import { describe, expect, it } from 'vitest';
import { MAX_BILLS } from '#contract/limits.ts';
import type { NewShare } from '#outbox/shares.ts';
import { InboxFullError } from '#storage/deviceShares.ts';
import { StorageFullError, StorageUnavailableError } from '#storage/errors.ts';
import { answerShare, INBOX, SHARE_FIELD, SHARED_INTO, takeShared, type ShareEnv } from '#sw/shareTarget.ts';
import { manifest, SHARE_TARGET } from '../../scripts/manifest.ts';

function place(fails?: Error) {
  const kept: NewShare[] = [];
  const state = { open: 0 };
  let ids = 0;
  const env: ShareEnv = {
    inbox: () => {
      state.open += 1;
      return Promise.resolve({
        addShare: (share) => (fails ? Promise.reject(fails) : Promise.resolve(kept.push(share))),
        close: () => (state.open -= 1),
      });
    },
    newId: () => `id${(ids += 1)}`,
  };
  return { env, kept, state };
}

function shared(...files: File[]): FormData {
  const form = new FormData();
  for (const file of files) form.append(SHARE_FIELD, file);
  return form;
}
const photo = (name: string): File => new File([new Uint8Array([0xff, 0xd8, 0xff])], name, { type: 'image/jpeg' });
const posted = (body: BodyInit): Request => new Request('https://kharcha.test/share-target', { method: 'POST', body });

describe('share target: a bill shared from another app is never lost', () => {
  it('P11 INB-2: keeps it before it answers, a row for each; the first opens the form, more the inbox', async () => {
    const { env, kept, state } = place();
    expect(await takeShared(shared(photo('a.jpg'), photo('b.jpg')), env)).toBe(SHARED_INTO);
    expect(await takeShared(shared(photo('c.jpg')), env)).toBe(INBOX);
    expect(kept.map(({ bills }) => bills.map(({ name }) => name))).toEqual([['a.jpg', 'b.jpg'], ['c.jpg']]);
    expect(new Set(kept.map(({ id }) => id)).size).toBe(2);
    expect([kept[0]?.bills[1]?.bytes.byteLength, state.open]).toEqual([3, 0]);
  });

  it('INB-1: takes bills only, however many; what it leaves out is noted to be said', async () => {
    const { env, kept } = place();
    await takeShared(
      shared(new File(['x'], 'x.html', { type: 'text/html' }), new File([], 'empty.jpg', { type: 'image/jpeg' })),
      env,
    );
    expect(kept).toMatchObject([
      {
        leftOut: [
          { name: 'x.html', why: 'type' },
          { name: 'empty.jpg', why: 'empty' },
        ],
        bills: [],
      },
    ]);
    await takeShared(shared(...Array.from({ length: MAX_BILLS + 3 }, (_, index) => photo(`${index}.jpg`))), env);
    expect(kept[1]?.bills.map(({ name }) => name)).toEqual(
      Array.from({ length: MAX_BILLS + 3 }, (_, index) => `${index}.jpg`),
    );
    expect(kept[1]?.leftOut).toEqual([]);
  });

  it('INB-3: keeps the words beside the files, and words alone', async () => {
    const { env, kept } = place();
    const message = 'Rs 450.00 paid to City Cabs by UPI, ref 412345678901';
    const form = shared(photo('a.jpg'));
    form.append('title', 'City Cabs');
    form.append('text', message);
    form.append('url', 'https://cabs.test/1');
    await takeShared(form, env);
    expect(kept[0]).toMatchObject({ text: `${message}\nhttps://cabs.test/1`, source: 'share' });
    const words = new FormData();
    words.append('text', message);
    expect(await takeShared(words, env)).toBe(INBOX);
    expect(kept[1]).toMatchObject({ bills: [], leftOut: [], text: message });
    expect(await takeShared(new FormData(), env)).toBe(SHARED_INTO);
    expect(kept).toHaveLength(2);
  });

  it('INB-1: shares lie in the order in which they came, however long one takes to be read', async () => {
    const { env, kept } = place();
    const slow = posted(shared(photo('first.jpg')));
    const read = slow.formData.bind(slow);
    let go = (): void => undefined;
    const held = new Promise<void>((done) => (go = done));
    slow.formData = async () => {
      await held;
      return read();
    };
    const answers = [answerShare(slow, env), answerShare(posted(shared(photo('second.jpg'))), env)];
    await Promise.resolve();
    go();
    await Promise.all(answers);
    expect(kept.flatMap(({ bills }) => bills.map(({ name }) => name))).toEqual(['first.jpg', 'second.jpg']);
  });

  it('P11: leads to the form when it is kept', async () => {
    const answer = await answerShare(posted(shared(photo('a.jpg'))), place().env);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `https://kharcha.test${SHARED_INTO}`]);
  });

  it.each([
    [
      'a full phone',
      new StorageFullError(),
      507,
      'This phone is full. The shared file is not kept. Free some space, then share it again.',
    ],
    [
      'a full phone, by the browser’s own error',
      new DOMException('no room', 'QuotaExceededError'),
      507,
      'This phone is full.',
    ],
    [
      'an inbox that is full',
      new InboxFullError(),
      507,
      'Many shared files wait on this phone already. This one is not kept.',
    ],
    ['a broken store', new StorageUnavailableError(), 500, 'Please share it again.'],
  ])('P11: %s is told on a page of ours', async (_, error, status, message) => {
    const { env, state } = place(error);
    const answer = await answerShare(posted(shared(photo('a.jpg'))), env);
    expect([answer.status, answer.headers.get('content-type'), state.open]).toEqual([
      status,
      'text/html; charset=utf-8',
      0,
    ]);
    expect(await answer.text()).toContain(message);
  });

  it('P11: what cannot be read, and a store that does not open, too', async () => {
    expect((await answerShare(posted('no form'), place().env)).status).toBe(500);
    expect(
      (
        await answerShare(posted(shared(photo('a.jpg'))), {
          ...place().env,
          inbox: () => Promise.reject(new Error('closed')),
        })
      ).status,
    ).toBe(500);
  });

  it('listens where the manifest sends', () => {
    expect(SHARE_TARGET.field).toBe(SHARE_FIELD);
    expect(manifest.share_target?.params).toMatchObject({ title: 'title', text: 'text', url: 'url' });
  });
});
