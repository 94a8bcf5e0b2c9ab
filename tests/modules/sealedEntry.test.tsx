import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { keepKey } from '#data/keys.ts';
import { outbox } from '#data/entries.ts';
import { closePerson, requirePerson } from '#data/person.ts';
import { closeRuntime } from '#data/runtime.ts';
import { OutboxPage } from '#modules/outbox/screens/OutboxPage.tsx';
import { faceCipherOf, seal } from '#storage/vault.ts';
import { PERSON, showAt, signInOffline } from '#tests/support/screen.tsx';

const ID = 'PRS1';
const secretOf = (letter: string): string => letter.repeat(43);

afterEach(closeRuntime);

it('ID-3 P5: an entry that no key opens says what it was, and its owner can discard it after a question', async () => {
  const person = { ...PERSON, id: ID, email: 'sealed@example.com' };
  await signInOffline(person);
  await keepKey(person, {
    secrets: [secretOf('B')],
    faceSecrets: [secretOf('C')],
    formerEmails: [],
    soleAddress: true,
  });
  await closeRuntime();
  // Opened again, with the keys that have come.
  await closePerson();
  const { store, key } = await requirePerson();
  const faces = faceCipherOf(key);
  if (!faces) throw new Error('no key for faces');
  const face = await seal(
    faces,
    { kind: 'localExpense', title: 'Taxi to client', amount: 450, day: '2026-07-14', createdAt: 1 },
    'faces/lost',
  );
  await store.write(['outbox'], (tx) =>
    tx.objectStore('outbox').put({
      id: 'lost',
      seq: 1,
      v: 1,
      rev: 1,
      state: 'waiting',
      retryAt: 0,
      keys: ['new:lost'],
      sealed: new ArrayBuffer(40),
      face,
    }),
  );
  await outbox();
  const user = userEvent.setup();
  await showAt('/outbox', OutboxPage, (raw) => raw);
  expect(await screen.findByText(/This phone has no key that opens it/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save a copy' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText(/It was ‘Taxi to client’: Local expense, ₹450/)).toBeInTheDocument();
  const [, yes] = screen.getAllByRole('button', { name: 'Discard' });
  if (!yes) throw new Error('no answer to give');
  await user.click(yes);
  await waitFor(async () => expect(await (await outbox()).list()).toEqual([]));
});
