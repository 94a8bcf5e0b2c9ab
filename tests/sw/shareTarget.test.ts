import { describe, expect, it } from 'vitest';
import { MAX_BILLS } from '#contract/limits.ts';
import type { Draft, DraftBill } from '#outbox/drafts.ts';
import { SHARE_FIELD, SHARED_INTO, takeShared, type ShareEnv } from '#sw/shareTarget.ts';
import { SHARE_TARGET } from '../../scripts/manifest.ts';

function place(before: DraftBill[] = []) {
  const kept: { value: unknown; bills: readonly DraftBill[] }[] = [];
  let ids = 0;
  const draft: Draft | null = before.length > 0 ? { value: null, bills: before, at: 0, id: 'id', by: undefined } : null;
  const env: ShareEnv = {
    drafts: { loadDraft: () => Promise.resolve(draft), saveDraft: (_key, value, bills = []) => Promise.resolve(void kept.push({ value, bills })) },
    newId: () => `id${(ids += 1)}`,
  };
  return { env, kept };
}

function shared(...files: File[]): FormData {
  const form = new FormData();
  for (const file of files) form.append(SHARE_FIELD, file);
  return form;
}
const photo = (name: string): File => new File([new Uint8Array([0xff, 0xd8, 0xff])], name, { type: 'image/jpeg' });

describe('share target: a bill shared from another app is never lost', () => {
  it('keeps it before it answers, beside what was shared before', async () => {
    const old: DraftBill = { localId: 'old', bytes: new ArrayBuffer(1), name: 'old.pdf', type: 'application/pdf' };
    const { env, kept } = place([old]);
    expect(await takeShared(shared(photo('a.jpg'), photo('b.jpg')), env)).toBe(SHARED_INTO);
    expect(kept[0]?.bills.map(({ name }) => name)).toEqual(['old.pdf', 'a.jpg', 'b.jpg']);
    expect(kept[0]?.bills[1]?.bytes.byteLength).toBe(3);
  });

  it('fails, and answers nothing, when it cannot be kept', async () => {
    const { env } = place();
    await expect(takeShared(shared(photo('a.jpg')), { ...env, drafts: { ...env.drafts!, saveDraft: () => Promise.reject(new Error('full')) } })).rejects.toThrow('full');
  });

  it('takes bills only, and no more than a claim may have; what it leaves out is noted by name, for the form to say', async () => {
    const { env, kept } = place();
    await takeShared(shared(new File(['x'], 'x.html', { type: 'text/html' }), new File([], 'empty.jpg', { type: 'image/jpeg' })), env);
    expect(kept).toEqual([{ value: { leftOut: [{ name: 'x.html', why: 'type' }, { name: 'empty.jpg', why: 'empty' }] }, bills: [] }]);
    await takeShared(shared(...Array.from({ length: MAX_BILLS + 3 }, (_, index) => photo(`${index}.jpg`))), env);
    expect(kept[1]?.bills).toHaveLength(MAX_BILLS);
    expect(kept[1]?.value).toEqual({ leftOut: [20, 21, 22].map((n) => ({ name: `${n}.jpg`, why: 'tooMany' })) });
  });

  it('ID-1: leads to the sign-in when nobody is signed in', async () => {
    expect(await takeShared(shared(photo('a.jpg')), { ...place().env, drafts: null })).toBe('/');
  });

  it('listens where the manifest sends', () => {
    expect(SHARE_TARGET.field).toBe(SHARE_FIELD);
  });
});
