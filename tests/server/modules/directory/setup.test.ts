import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlOf } from '#contract/endpoint.ts';
import { getOrganisation, renameOrganisation, setUp } from '#contract/calls/organisation.ts';
import { SETUP_CLOSED } from '#domain/organisation.ts';
import { issueSetupSecret } from '#server/modules/setup/index.ts';
import type { Answer } from '#tests/support/api.ts';
import * as directory from '#tests/support/directory.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { email, idOf, setRoles } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const issue = async (): Promise<string> => {
  const secret = await issueSetupSecret(server.database, server.clock.now);
  if (secret === null) throw new Error('There is an organisation admin');
  return secret;
};
const withoutAdmin = async (): Promise<void> => {
  await server.database.db
    .updateTable('people')
    .set({ roles: [] })
    .where('id', 'like', 'PRS%')
    .where(
      (eb) => eb.val('orgAdmin'),
      '=',
      (eb) => eb.fn.any('roles'),
    )
    .execute();
};
const body = (secret: string, changes: Record<string, unknown> = {}) => ({
  secret,
  organisation: 'Acme Instruments',
  name: 'Tara Bose',
  email: 'Tara@Acme.example',
  employeeCode: 'A1',
  ...changes,
});
const ask = (sent: unknown): Promise<Answer> => server.with(null).post(urlOf(setUp), sent, { platform: '' });

describe('ORG-8 the first organisation admin', () => {
  it('there is no link while there is an admin, and a link is worth nothing once there is one', async () => {
    expect(await issueSetupSecret(server.database, server.clock.now)).toBeNull();
    await withoutAdmin();
    const secret = await issue();
    await setRoles(server.database.db, 'org-admin', ['orgAdmin']);
    const answer = await ask(body(secret));
    expect([answer.status, answer.body['message']]).toEqual([403, SETUP_CLOSED]);
    await withoutAdmin();
  });

  it('neither a guess nor a link of yesterday is taken', async () => {
    const secret = await issue();
    expect((await ask(body(secret.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))))).status).toBe(403);
    expect((await ask(body(''))).status).toBe(403);
    server.clock.now += 24 * 3_600_000;
    const late = await ask(body(secret));
    expect([late.status, late.body['message']]).toEqual([403, SETUP_CLOSED]);
    server.clock.now -= 24 * 3_600_000;
  });

  it('says what is wrong with each field, and the link stays good', async () => {
    const secret = await issue();
    const wrong = await ask(body(secret, { organisation: ' ', name: '', email: 'tara', employeeCode: 'KH1001' }));
    expect([wrong.status, wrong.body['errors']]).toEqual([
      422,
      {
        organisation: 'Please enter the organisation',
        name: 'Please enter the name',
        email: 'This is not an e-mail address',
      },
    ]);
    const taken = await ask(body(secret, { employeeCode: 'KH1001' }));
    expect(taken.body['errors']).toEqual({ employeeCode: 'Asha Nair has this employee code' });
  });

  it('of two who use one link at once one is the admin, signed in; the secret stands in no log', async () => {
    const secret = await issue();
    const answers = await Promise.all([
      ask(body(secret)),
      ask(body(secret, { email: 'mallory@acme.example', employeeCode: 'A2' })),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    const [opened] = answers.filter(({ status }) => status === 200);
    expect(opened?.body).toMatchObject({ orgDetails: [{ name: 'Acme Instruments' }] });
    const api = server.with(String(opened?.body['token']));
    expect(dataOf(await api.get(urlOf(getOrganisation)))).toMatchObject({
      name: 'Acme Instruments',
      signIn: { google: false, codes: false, providers: 0 },
      people: 18,
    });
    dataOf(await directory.create(api, directory.somebody({ email: 'first@acme.example' })));
    expect((await ask(body(secret))).status).toBe(403);
    expect(await issueSetupSecret(server.database, server.clock.now)).toBeNull();
    expect(server.logs.join('')).not.toContain(secret);

    const renamed = await api.put(urlOf(renameOrganisation), { name: 'Acme' }, { 'If-Match': '1' });
    expect([renamed.status, renamed.body['code']]).toEqual([409, 'VERSION_CONFLICT']);
    expect(dataOf(await api.put(urlOf(renameOrganisation), { name: 'Acme' }, { 'If-Match': '2' }))).toMatchObject({
      name: 'Acme',
      version: 3,
    });
    expect((await api.put(urlOf(renameOrganisation), { name: '' })).body['errors']).toEqual({
      name: 'Please enter the organisation',
    });
  });

  it('whose answer was lost asks again from the same browser, within the day; nobody else does', async () => {
    await withoutAdmin();
    const secret = await issue();
    const attempt = 'attempt-of-this-browser';
    const lost = body(secret, { attempt, email: 'lost@acme.example', employeeCode: 'A7' });
    const first = await ask(lost);
    const again = await ask(lost);
    expect([first.status, again.status]).toEqual([200, 200]);
    const personOf = (answer: Answer) => (answer.body['accountDetails'] as { personId: string }).personId;
    expect(personOf(again)).toBe(personOf(first));
    expect(again.body['token']).not.toBe(first.body['token']);
    for (const other of [{}, { attempt: 'attempt-of-another-one' }])
      expect((await ask(body(secret, { ...lost, attempt: undefined, ...other }))).status).toBe(403);
    expect((await ask(body(secret, { attempt: 'short' }))).status).toBe(400);
    server.clock.now += 24 * 3_600_000;
    expect((await ask(lost)).status).toBe(403);
    server.clock.now -= 24 * 3_600_000;
    await withoutAdmin();
    expect((await ask(lost)).status).toBe(403);
  });

  it('somebody who is in the directory already gets the role, and one who has left does not', async () => {
    await withoutAdmin();
    await server.database.db
      .updateTable('people')
      .set({ disabled: true })
      .where('id', '=', idOf('employee3'))
      .execute();
    const secret = await issue();
    expect((await ask(body(secret, { email: email('employee3') }))).body['errors']).toEqual({
      email: 'This person has left',
    });
    const answer = await ask(body(secret, { email: email('director') }));
    expect(answer.body['accountDetails']).toMatchObject({ personId: idOf('director') });
  });

  it('who guesses is slowed down', async () => {
    const statuses = [];
    for (let guess = 0; guess < 12; guess += 1) statuses.push((await ask(body(`guess ${guess}`))).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
