import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openPersonStore } from '#storage/open.ts';
import { createVault } from '#tests/support/vault.ts';
import { browserEnv } from '#outbox/env.ts';
import { openOutbox } from '#outbox/outbox.ts';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer as ArrayBuffer;

test('OB-6: a claim with a bill is stored, its bill goes first, and then it is sent', async () => {
  const store = await openPersonStore('a@example.com', { factory: new IDBFactory() });
  const vault = await createVault('c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0MTI', 'a@example.com');
  const calls: string[] = [];
  const env = browserEnv({
    token: () => Promise.resolve('t'),
    fetch: async (url, init) => {
      calls.push(String(url));
      const headers = new Headers(init?.headers);
      if (init?.body instanceof FormData) {
        const file = init.body.get('file') as File;
        const hash = await env.hash(await file.arrayBuffer());
        return Response.json({ success: true, data: { fingerPrint: hash } });
      }
      return Response.json(
        { success: true, data: { expenseId: 'EXP1', version: 1, body: JSON.parse(String(init?.body)) } },
        { headers: { 'Idempotency-Key': headers.get('Idempotency-Key') ?? '' } },
      );
    },
  });
  const outbox = openOutbox({ store, vault, env });
  const entry = await outbox.enqueue(
    {
      endpoint: 'createLocalExpense',
      url: '/api/v1/allExpense/create?primaryExpenseType=0',
      method: 'POST',
      body: { claimAmount: 5 },
      record: { kind: 'localExpense' },
      face: { title: 'Taxi' },
    },
    [{ localId: 'b1', bytes: bytes('bill one'), name: 'one.pdf', type: 'application/pdf' }],
  );
  expect((await outbox.bill(entry.id, 'b1'))?.bytes).toEqual(bytes('bill one'));
  expect(await outbox.drain()).toMatchObject({ sent: 1, left: 0, stopped: 'empty' });
  expect(calls).toEqual(['/api/v1/Common/upload-pdf', '/api/v1/allExpense/create?primaryExpenseType=0']);
  const [done] = await outbox.list();
  expect(done).toMatchObject({ state: 'done', id: entry.id });
  outbox.close();
});
