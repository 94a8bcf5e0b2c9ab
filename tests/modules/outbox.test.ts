import { describe, expect, it } from 'vitest';
import { durationText, formAddress, isDecision, progressOf, sentId, textsOfEntry } from '#modules/outbox/entryTexts.ts';
import { conflictOf } from '#list/entryState.ts';
import { compareVersions } from '#modules/claims/versions.ts';
import { anEntry } from '#tests/support/entries.ts';

const around = { online: true, now: 1_000_000, thing: 'phone' as const };
const bill = (localId: string, fingerPrint?: string) => ({
  localId,
  hash: 'a',
  name: `${localId}.jpg`,
  type: 'image/jpeg',
  size: 10,
  ...(fingerPrint && { fingerPrint }),
});

describe('the outbox in words', () => {
  it('offline: saved, and sent by itself', () => {
    expect(textsOfEntry(anEntry(), { ...around, online: false })).toEqual({
      badge: 'Saved on this phone',
      text: 'No network. It is saved on this phone and will be sent by itself.',
    });
    expect(textsOfEntry(anEntry(), { ...around, online: false, thing: 'device' }).badge).toBe('Saved on this device');
  });

  it('a server that does not answer: when we try again', () => {
    expect(textsOfEntry(anEntry({ serverErrors: 2, attempts: 2, retryAt: around.now + 120_000 }), around).text).toBe(
      'Our server is not answering. Saved here; we try again in 2 min.',
    );
    expect(textsOfEntry(anEntry({ attempts: 1, retryAt: around.now + 8_000 }), around).text).toContain('in 8 s');
    expect([3_000, 59_000, 5_400_000].map(durationText)).toEqual(['in a moment', 'in 59 s', 'in 2 h']);
  });

  it('OB-6: an upload says which bill is on its way', () => {
    const entry = anEntry({ state: 'uploading', bills: [bill('a', 'f'.repeat(64)), bill('b')] });
    expect(textsOfEntry(entry, around)).toEqual({ badge: 'Sending', text: 'Sending bill 2 of 2.' });
    expect(progressOf(entry)).toEqual({ done: 1, of: 3 });
  });

  it('P12 UPL-6: and of one that goes in parts, how many kilobytes of how many are there', () => {
    const entry = anEntry({ id: 'e1', state: 'uploading', bills: [bill('a')] });
    const progress = { entryId: 'e1', localId: 'a', sent: 312_400, of: 1_900_000 };
    expect(textsOfEntry(entry, { ...around, progress }).text).toBe(
      'Sending bill 1 of 1: 312 kB of 1,900 kB are there.',
    );
    expect(textsOfEntry({ ...entry, state: 'waiting' }, { ...around, progress }).text).not.toContain('kB');
  });

  it('OB-7: sign-in loses nothing; OB-9: a refusal says the server’s sentence', () => {
    expect(textsOfEntry(anEntry({ state: 'signIn' }), around).text).toBe('Please sign in to send it. Nothing is lost.');
    expect(
      textsOfEntry(
        anEntry({ state: 'needsYou', refusal: { status: 422, code: 'INVALID', message: 'Validity expired!' } }),
        around,
      ),
    ).toEqual({ badge: 'Needs you', text: 'Validity expired!' });
  });

  it('OB-9: of many decided at once it says how many the server refused, and why', () => {
    const answer = (refused: object[]) => ({ success: true, data: { done: ['EXP1', 'EXP2'], refused } });
    const bulk = anEntry({
      state: 'done',
      endpoint: 'bulkManagerLocal',
      record: { kind: 'localExpense', ids: ['EXP1', 'EXP2', 'EXP3', 'EXP4'] },
    });
    expect(textsOfEntry({ ...bulk, answer: answer([]) }, around)).toEqual({
      badge: 'Sent',
      text: 'Our server has it.',
    });
    const moved = { code: 'VERSION_CONFLICT', message: 'This was changed meanwhile.' };
    expect(
      textsOfEntry(
        {
          ...bulk,
          answer: answer([
            { id: 'EXP3', ...moved },
            { id: 'EXP4', ...moved },
          ]),
        },
        around,
      ).text,
    ).toBe('Our server has it, but 2 of 4 could not be decided: This was changed meanwhile.');
  });

  it('OB-11: what a newer version made is left alone and says so', () => {
    const entry = anEntry({ unreadable: 'newer', face: { title: 'x', note: 'Made by a newer version.' } });
    expect(textsOfEntry(entry, around).text).toBe('Made by a newer version.');
    expect(formAddress(entry)).toBeNull();
    expect(isDecision(entry)).toBe(false);
  });
});

describe('what can be done with an entry', () => {
  it('a claim opens in its list’s form, a decision is taken back', () => {
    expect(formAddress(anEntry({ id: 'k/1' }))).toBe('/raise-local/expense?edit=k%2F1');
    expect(isDecision(anEntry({ endpoint: 'managerApproveLocal' }))).toBe(true);
    expect(sentId(anEntry({ answer: { success: true, data: { expenseId: 'EXP1' } } }))).toBe('EXP1');
    expect(sentId(anEntry())).toBeNull();
  });

  it('OB-10: a record that moved on is shown beside the change, field by field', () => {
    const current = { version: 3, claimAmount: 90, remarks: 'theirs', managerApprovalStatus: 'MANAGER_APPROVED' };
    const entry = anEntry({
      state: 'needsYou',
      endpoint: 'updateLocalExpense',
      base: { version: 2, remarks: 'old', managerApprovalStatus: 'MANAGER_PENDING' },
      body: { claimAmount: 120, remarks: 'mine' },
      refusal: { status: 409, code: 'VERSION_CONFLICT', message: 'Changed.', current },
    });
    expect(conflictOf(entry)).toEqual({ version: 3, record: current });
    expect(conflictOf({ ...entry, state: 'waiting' })).toBeNull();
    expect(compareVersions(entry, current, 'Asia/Kolkata')).toEqual([
      { label: 'Claim amount', mine: '₹120.00', theirs: '₹90.00' },
      { label: 'Remarks', mine: 'mine', theirs: 'theirs' },
      { label: 'Manager', mine: 'Pending', theirs: 'Approved' },
    ]);
  });
});
