import { describe, expect, it } from 'vitest';
import { MAX_BILLS } from '#contract/limits.ts';
import type { Share } from '#outbox/shares.ts';
import { InboxFullError } from '#storage/deviceShares.ts';
import { StorageFullError, StorageUnavailableError } from '#storage/errors.ts';
import { answerShare, SHARE_FIELD, SHARED_INTO, takeShared, type ShareEnv } from '#sw/shareTarget.ts';
import { SHARE_TARGET } from '../../scripts/manifest.ts';

function place(fails?: Error) {
  const kept: Pick<Share, 'id' | 'bills' | 'leftOut'>[] = [];
  const state = { open: 0 };
  let ids = 0;
  const env: ShareEnv = {
    inbox: () => {
      state.open += 1;
      return Promise.resolve({
        addShare: (share) => (fails ? Promise.reject(fails) : Promise.resolve(void kept.push(share))),
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
  it('P11: keeps it before it answers, each share as a row of its own', async () => {
    const { env, kept, state } = place();
    expect(await takeShared(shared(photo('a.jpg'), photo('b.jpg')), env)).toBe(SHARED_INTO);
    expect(await takeShared(shared(photo('c.jpg')), env)).toBe(SHARED_INTO);
    expect(kept.map(({ bills }) => bills.map(({ name }) => name))).toEqual([['a.jpg', 'b.jpg'], ['c.jpg']]);
    expect(new Set(kept.map(({ id }) => id)).size).toBe(2);
    expect([kept[0]?.bills[1]?.bytes.byteLength, state.open]).toEqual([3, 0]);
  });

  it('takes bills only, no more than a claim may have; what it leaves out is noted for the form', async () => {
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
    expect(kept[1]?.bills).toHaveLength(MAX_BILLS);
    expect(kept[1]?.leftOut).toEqual([20, 21, 22].map((n) => ({ name: `${n}.jpg`, why: 'tooMany' })));
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
  });
});
