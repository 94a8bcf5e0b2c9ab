import type { Entry } from '#outbox/entry.ts';

let made = 0;

/** An entry of the outbox as the screens see it. */
export function anEntry(more: Partial<Entry> = {}): Entry {
  made += 1;
  return {
    v: 1,
    id: `key-${made}`,
    seq: made,
    state: 'waiting',
    retryAt: 0,
    retryFrom: 0,
    owner: 'employee@example.com',
    createdAt: 0,
    attempts: 0,
    maybeSent: false,
    serverErrors: 0,
    troubleAt: 0,
    filesGone: 0,
    endpoint: 'createLocalExpense',
    url: '/api/v1/allExpense/create?primaryExpenseType=0',
    method: 'POST',
    body: { claimAmount: 120 },
    record: { kind: 'localExpense' },
    face: { title: 'Others', amount: 120 },
    bills: [],
    ...more,
  };
}
