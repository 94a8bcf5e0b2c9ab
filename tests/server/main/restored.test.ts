import 'fake-indexeddb/auto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLocalExpense, updateLocalExpense } from '#contract/calls/localExpenses.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { HEADERS } from '#contract/headers.ts';
import { browserEnv } from '#outbox/env.ts';
import { openOutbox, type Outbox } from '#outbox/outbox.ts';
import { openPersonStore } from '#storage/open.ts';
import { buildApp } from '#server/main/app.ts';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { restoreBackup } from '#server/platform/database/backups/restore.ts';
import { readEnv } from '#server/platform/settings/env.ts';
import { openFileStore } from '#server/platform/files/store.ts';
import { Api } from '#tests/support/api.ts';
import { quietLog } from '#tests/support/dataDir.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';
import { approve, create, expenseBody, found } from '#tests/support/expenses.ts';
import { fakeCipher } from '#tests/support/fakeCipher.ts';
import { pdf } from '#tests/support/files.ts';
import { createIdentity, type TestIdentity } from '#tests/support/identity.ts';
import { email } from '#tests/support/people.ts';
import { NOW, peopled } from '#tests/support/server.ts';

const fail = (error: Error): never => {
  throw error;
};

/** A server on a folder, to be stopped and started again. */
async function serve(dataDir: string, identity: TestIdentity, clock: () => number) {
  const database = await openEmbedded({ dataDir, log: quietLog, onFatal: fail });
  const app = await buildApp({
    // The test shares the event loop: what it does itself is no overload of the server.
    env: readEnv({ DEMO: '0', DATA_DIR: dataDir, MAX_EVENT_LOOP_DELAY: '0' }),
    database,
    files: openFileStore({ dataDir }),
    log: pino({ level: 'silent' }),
    clock,
    identities: [identity.source],
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const stop = async (): Promise<void> => {
    await app.close();
    await database.close();
  };
  return { database, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, stop };
}

const home = mkdtempSync(join(roomyFolder(), 'kharcha-restored-'));
const dataDir = join(home, 'data');
const clock = { now: NOW };
const OWNER = email('employee');
let identity: TestIdentity;
let server: Awaited<ReturnType<typeof serve>>;
let token: string;
let phone: Outbox;
beforeAll(async () => {
  cpSync(await peopled(), dataDir, { recursive: true });
  identity = await createIdentity();
  server = await serve(dataDir, identity, () => clock.now);
  token = await signIn(OWNER);
  const env = browserEnv({
    token: () => Promise.resolve(token),
    fetch: (input, init) => fetch(server.url + String(input), init),
    now: () => clock.now,
  });
  phone = openOutbox({ store: await openPersonStore(OWNER), vault: fakeCipher(OWNER), env });
});
afterAll(async () => {
  phone.close();
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

async function signIn(who: string): Promise<string> {
  const answer = await new Api(server.url, null).post('/api/v1/account/googlelogin/v2', {
    credential: await identity.sign(identity.claims(who, clock.now)),
  });
  return String(answer.body['token']);
}
const api = (): Api => new Api(server.url, token);
const claims = async (): Promise<LocalExpense[]> => (await found(api())).results.content;

/** Files a claim with a bill on the phone and sends it; answers what the server made of it. */
async function fileOnPhone(remarks: string): Promise<LocalExpense> {
  const { billUrl: _bills, ...body } = expenseBody('', { remarks });
  const bytes = new Uint8Array(pdf(remarks)).buffer;
  const entry = await phone.enqueue(
    {
      endpoint: 'createLocalExpense',
      method: 'POST',
      url: urlOf(createLocalExpense),
      body,
      record: { kind: 'localExpense' },
      face: { title: remarks },
    },
    [{ localId: 'b1', bytes, name: 'bill.pdf', type: 'application/pdf' }],
  );
  await phone.drain();
  const sent = (await phone.list()).find(({ id }) => id === entry.id);
  expect(sent).toMatchObject({ state: 'done' });
  const answer = sent?.answer as { data: LocalExpense } | undefined;
  if (!answer) throw new Error('It was not sent.');
  return answer.data;
}

async function changeOnPhone({ expenseId, version, billUrl }: LocalExpense, remarks: string): Promise<void> {
  const body = expenseBody(billUrl[0]?.fingerPrint ?? '', { remarks });
  await phone.enqueue({
    endpoint: 'updateLocalExpense',
    method: 'PUT',
    url: urlOf(updateLocalExpense, { query: { id: expenseId } }),
    body,
    ifMatch: version,
    record: { kind: 'localExpense', id: expenseId },
    face: { title: remarks },
  });
  await phone.drain();
}

async function restore(): Promise<void> {
  await server.stop();
  const { listBackups } = await import('#server/platform/database/backups/backup.ts');
  const [backup] = await listBackups(dataDir);
  await restoreBackup(dataDir, backup?.name ?? '', Date.UTC(2026, 6, 16));
  server = await serve(dataDir, identity, () => clock.now);
}

describe('X58, M11: a backup older than what phones know is restored', () => {
  it('every claim that was acknowledged since comes back exactly once, as it was', async () => {
    const before = await fileOnPhone('before the backup');
    const epoch = (await api().get('/api/v1/user/role')).headers.get(HEADERS.dbEpoch);
    await server.database.backups.make(NOW);

    // In one and the same millisecond the order of two claims would be that of their ids.
    clock.now += 60_000;
    const lost = await fileOnPhone('after the backup');
    await changeOnPhone(lost, 'after the backup, changed');
    clock.now += 25 * 3_600_000;
    // A day later the first ones are out of sight; this one still stands among the sent.
    const late = await fileOnPhone('a day later');
    expect((await phone.list()).map(({ face }) => face.title)).toEqual(['a day later']);
    const was = await claims();
    expect(was.map(({ remarks }) => remarks)).toEqual([
      'a day later',
      'after the backup, changed',
      'before the backup',
    ]);

    // Saved while the server was away; what waits survives that the restore has ended the session.
    clock.now += 60_000;
    await restore();
    const { billUrl: _bills, ...body } = expenseBody('', { remarks: 'while it was away' });
    await phone.enqueue(
      {
        endpoint: 'createLocalExpense',
        method: 'POST',
        url: urlOf(createLocalExpense),
        body,
        record: { kind: 'localExpense' },
        face: { title: 'while it was away' },
      },
      [
        {
          localId: 'b1',
          bytes: new Uint8Array(pdf('while it was away')).buffer,
          name: 'bill.pdf',
          type: 'application/pdf',
        },
      ],
    );
    await phone.drain();
    expect((await phone.list()).map(({ face, state }) => [face.title, state])).toContainEqual([
      'while it was away',
      'signIn',
    ]);
    token = await signIn(OWNER);
    expect((await claims()).map(({ expenseId }) => expenseId)).toEqual([before.expenseId]);
    await phone.resume({ email: OWNER });
    const answer = await api().get('/api/v1/user/role');
    expect(answer.headers.get(HEADERS.dbEpoch)).not.toBe(epoch);
    await phone.observeEpoch(answer.headers.get(HEADERS.dbEpoch) ?? '');
    await phone.drain();

    const [away, ...now] = await claims();
    expect(away?.remarks).toBe('while it was away');
    expect(now.map((claim) => [claim.expenseId, claim.remarks, claim.version, claim.createdAt])).toEqual(
      was.map((claim) => [claim.expenseId, claim.remarks, claim.version, claim.createdAt]),
    );
    expect(now.map(({ expenseId }) => expenseId)).toEqual([late.expenseId, lost.expenseId, before.expenseId]);
    for (const { billUrl } of now) expect((await api().get(billUrl[0]?.url ?? '')).status).toBe(200);
    expect((await phone.list()).every(({ state }) => state === 'done')).toBe(true);
  });

  it('what others decided on a claim finds it again under its id', async () => {
    const late = (await claims()).find(({ remarks }) => remarks === 'a day later');
    const manager = new Api(server.url, await signIn(email('manager')));
    expect((await approve(manager, late?.expenseId ?? '', undefined, { 'If-Match': '"1"' })).status).toBe(200);
  });

  it('nothing is asked or sent again while the epoch stays, and a second look changes nothing', async () => {
    const was = (await claims()).map(({ expenseId, version }) => [expenseId, version]);
    await phone.drain();
    await phone.observeEpoch((await api().get('/api/v1/user/role')).headers.get(HEADERS.dbEpoch) ?? '');
    await phone.drain();
    expect((await claims()).map(({ expenseId, version }) => [expenseId, version])).toEqual(was);
  });
});

describe('X58: an id from before', () => {
  it.each([
    ['somebody else made up', 'EXP01KABCDEFGHJKMNPQRS'],
    ['of no kind that there is', 'nonsense'],
  ])('that %s is not taken', async (_, id) => {
    const body = expenseBody(await api().bill(`made up ${id}`));
    const answer = await create(api(), body, {
      'Idempotency-Key': `made-up-${id.slice(0, 8)}`,
      [HEADERS.recordId]: id,
    });
    expect(answer.status).toBe(200);
    expect((answer.body['data'] as LocalExpense).expenseId).not.toBe(id);
  });

  it('is the person’s own for that key alone', async () => {
    const [claim] = await claims();
    const body = expenseBody(await api().bill('another key'));
    const answer = await create(api(), body, {
      'Idempotency-Key': 'another-key-0123456789',
      [HEADERS.recordId]: claim?.expenseId ?? '',
    });
    expect(answer.status).toBe(200);
    expect((answer.body['data'] as LocalExpense).expenseId).not.toBe(claim?.expenseId);
  });

  it('which keys are known is asked of one’s own only, a hundred at a time', async () => {
    const keys = (list: string[]) => `/api/v1/user/knownKeys?keys=${encodeURIComponent(list.join('|'))}`;
    expect((await api().get(keys(['another-key-0123456789', 'never-used-0123456789']))).body['data']).toEqual([
      'another-key-0123456789',
    ]);
    const other = new Api(server.url, await signIn(email('employee2')));
    expect((await other.get(keys(['another-key-0123456789']))).body['data']).toEqual([]);
    for (const bad of [['short'], Array.from({ length: 101 }, (_, i) => `key-number-${i}`)])
      expect((await api().get(keys(bad))).status).toBe(400);
  });
});
