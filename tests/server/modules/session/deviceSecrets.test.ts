import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loggedInAnswer, loginAnswer } from '#contract/session.ts';
import { rotateDeviceSecret } from '#server/modules/session/deviceSecrets.ts';
import { Api } from '#tests/support/api.ts';
import { email, idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = NOW;
  await server.database.db.deleteFrom('secrets').where('name', 'like', 'device-secret/%').execute();
});

const DETAILS = '/api/v2/getLoggedInDetails';
const details = async (who: 'employee' | 'employee2', device: string) =>
  loggedInAnswer.parse((await (await server.as(who)).get(DETAILS, { 'device-id': device })).body);
const sealingOf = async (who: 'employee' | 'employee2' = 'employee', device = 'device-0001') => {
  const { sealing } = await details(who, device);
  if (!sealing) throw new Error('no sealing');
  return sealing;
};

describe('what a device seals with', () => {
  it('P6: after a rotation the newest secret seals, and every earlier one still opens', async () => {
    const before = await details('employee', 'device-0001');
    await rotateDeviceSecret(server);
    await rotateDeviceSecret(server);
    const after = await details('employee', 'device-0001');
    expect(after.sealing?.secrets).toHaveLength(3);
    expect(after.sealing?.secrets.at(-1)).toBe(before.sealing?.secrets[0]);
    expect(new Set(after.sealing?.secrets).size).toBe(3);
    expect(after.sealing?.faceSecrets.at(-1)).toBe(before.sealing?.faceSecrets[0]);
    expect(after.deviceSecret, 'a client that knows one secret keeps the one it sealed with').toBe(before.deviceSecret);
    expect(after.sealing?.secrets).toContain(after.deviceSecret);
  });

  it('P6: of many secrets the newest and the oldest are sent, and no more than the contract says', async () => {
    const [first] = (await sealingOf()).secrets;
    for (let n = 0; n < 12; n += 1) await rotateDeviceSecret(server);
    const { secrets } = await sealingOf();
    expect(secrets).toHaveLength(10);
    expect(secrets.at(-1)).toBe(first);
  });

  it('P5 ID-1: secrets are of one person on one device, a face’s of one person on every device', async () => {
    const [one, otherDevice, otherPerson] = [
      await sealingOf(),
      await sealingOf('employee', 'device-0002'),
      await sealingOf('employee2'),
    ];
    expect(otherDevice.secrets[0]).not.toBe(one.secrets[0]);
    expect(otherPerson.secrets[0]).not.toBe(one.secrets[0]);
    expect(otherDevice.faceSecrets).toEqual(one.faceSecrets);
    expect(otherPerson.faceSecrets[0]).not.toBe(one.faceSecrets[0]);
    expect(one.faceSecrets).not.toContain(one.secrets[0]);
  });

  it('P10: sign-in answers with the person’s stable id, and the addresses they had before', async () => {
    const db = server.database.db;
    const id = idOf('employee2');
    await server.as('employee2');
    const credential = await server.identity.sign(
      server.identity.claims('newname@example.com', NOW, { sub: `sub-${email('employee2')}` }),
    );
    const answer = loginAnswer.parse(
      (
        await new Api(server.url, null).post(
          '/api/v1/account/googlelogin/v2',
          { credential },
          { platform: '', 'device-id': 'device-0001' },
        )
      ).body,
    );
    expect(answer.accountDetails).toMatchObject({ email: 'newname@example.com', personId: id });
    expect(answer.sealing).toMatchObject({ formerEmails: [email('employee2')], soleAddress: true });
    // Somebody new has the old address now.
    await db
      .updateTable('people')
      .set({ email: email('employee2'), updated_at: NOW })
      .where('id', '=', idOf('employee'))
      .execute();
    expect((await sealingOf('employee')).soleAddress).toBe(false);
    await db
      .updateTable('people')
      .set({ email: email('employee'), updated_at: NOW })
      .where('id', '=', idOf('employee'))
      .execute();
    await db
      .updateTable('people')
      .set({ email: email('employee2'), updated_at: NOW + 1 })
      .where('id', '=', id)
      .execute();
    await db.deleteFrom('former_addresses').execute();
  });
});

describe('whose an answer is', () => {
  it('P14: every answer to a session names its person, a refusal too', async () => {
    const id = idOf('employee');
    const api = await server.as('employee');
    expect((await api.get(DETAILS)).headers.get('person-id')).toBe(id);
    const missing = await api.get('/api/v1/record/nothing-here');
    expect(missing.status).toBeGreaterThanOrEqual(400);
    expect(missing.headers.get('person-id')).toBe(id);
  });

  it('P14: a request for one person under another’s session is refused, reads too', async () => {
    const [asha, other] = [idOf('employee'), idOf('employee2')];
    const api = await server.as('employee');
    expect((await api.get(DETAILS, { 'person-id': asha })).status).toBe(200);
    const refused = await api.get(DETAILS, { 'person-id': other });
    expect({ status: refused.status, code: refused.body['code'] }).toEqual({ status: 409, code: 'WRONG_USER' });
    expect(JSON.stringify(refused.body)).not.toContain(email('employee'));
  });

  it('P10: the id counts, not the address under which a change was made', async () => {
    const [asha, other] = [idOf('employee'), idOf('employee2')];
    const api = await server.as('employee');
    expect((await api.get(DETAILS, { account: 'before@example.com', 'person-id': asha })).status).toBe(200);
    expect((await api.get(DETAILS, { account: email('employee'), 'person-id': other })).status).toBe(409);
    expect((await api.get(DETAILS, { account: 'before@example.com' })).status, 'a client that names no id').toBe(409);
  });
});
