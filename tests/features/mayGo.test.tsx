import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sayMayGo } from '#data/keeping.ts';
import { outbox } from '#data/pending.ts';
import { closeRuntime } from '#data/runtime.ts';
import { OutboxPage } from '#features/outbox/OutboxPage.tsx';
import { PERSON, showAt, signInOffline } from '#tests/support/screen.tsx';

const SENTENCE = 'This browser may clear what waits here. Send before you close, or install the app.';

beforeEach(() => vi.stubGlobal('navigator', Object.assign(Object.create(navigator) as Navigator, { storage: { persisted: () => Promise.resolve(false), persist: () => Promise.resolve(false), estimate: () => Promise.resolve({}) } })));
afterEach(async () => {
  await closeRuntime();
  vi.unstubAllGlobals();
});

describe('P15 ST-2: a browser that refuses to keep what waits', () => {
  it('is named in the outbox while something waits, and once where a claim is saved', async () => {
    await signInOffline(PERSON);
    const said: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      await sayMayGo((sentence) => void said.push(sentence));
      // The device's own store knows that it was said.
      localStorage.removeItem('kharcha.said');
    }
    expect(said).toEqual([SENTENCE]);
    await (await outbox()).enqueue({ endpoint: 'createLocalExpense', url: '/api/v1/allExpense/create?primaryExpenseType=0', method: 'POST', body: {}, record: { kind: 'localExpense' }, face: { title: 'Taxi' } }, []);
    await showAt('/outbox', OutboxPage, (raw) => raw);
    expect(await screen.findByText(SENTENCE)).toBeInTheDocument();
  });
});
