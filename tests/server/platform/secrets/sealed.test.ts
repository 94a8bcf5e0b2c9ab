import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '#server/main/app.ts';
import { listBackups } from '#server/platform/database/backups/backup.ts';
import { unpackBackupFile } from '#server/platform/database/backups/backupFile.ts';
import type { EmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { openDemoIdentity } from '#server/demo/demoPlugin.ts';
import { readPushKeys } from '#server/platform/push/keys.ts';
import { addSecret, assertSecretsOpen, readSecret, sealsOf } from '#server/platform/secrets/repository.ts';
import { openSecret, sealSecret } from '#server/platform/settings/secretVariables.ts';
import { auditKeys } from '#server/platform/audit/seals.ts';
import { deviceSecrets, rotateDeviceSecret } from '#server/modules/session/deviceSecrets.ts';
import { readIdSecret } from '#server/platform/secrets/ids.ts';
import { secretsCommand } from '#server/platform/secrets/secretsCommand.ts';
import type { Services } from '#server/platform/http/services.ts';
import { hashOfCode } from '#server/modules/session/signInCodes.ts';
import { pino } from 'pino';
import { email, idOf } from '#tests/support/people.ts';
import { fc } from '#tests/support/property.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { FIRST, SECOND, OTHER, keys } from './secretFixtures.ts';

/** Secrets that the database keeps, sealed by keys that it does not (S19). */

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ SECRETS_KEY: FIRST });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.db.deleteFrom('secrets').execute();
});

const store = (...texts: string[]) => ({ db: server.database.db, keys: keys(...texts) });
const withKeys = (...texts: string[]) => ({ ...server, env: { ...server.env, secretsKeys: keys(...texts) } });
/** Makes every secret that there is; answers what each does, which follows from it. */
async function useAll(...texts: string[]): Promise<string> {
  const { db } = server.database;
  const of = store(...texts);
  const device = await deviceSecrets(
    withKeys(...texts) as unknown as Services,
    { id: idOf('employee'), email: email('employee') },
    'device-0001',
  );
  return JSON.stringify([
    await readIdSecret(of),
    await readPushKeys(of),
    await hashOfCode(of, 'request', '123456'),
    await auditKeys(of, []),
    device,
    (await openDemoIdentity(of, () => 0)).source.name,
    await readSecret({ db, keys: of.keys }, 'demo-identity-key', () => ''),
  ]);
}
const rows = () => server.database.db.selectFrom('secrets').selectAll().orderBy('name').execute();
/** The parts of a secret by which it would be known in a copy. */
const marksOf = (value: string): string[] =>
  value.startsWith('{')
    ? Object.values(JSON.parse(value) as Record<string, string>)
        .flatMap((each) => each.replaceAll(/-----[A-Z ]+-----/g, '').split('\n'))
        .filter((line) => line.length >= 20)
    : [value];
const secretMarks = async (...texts: string[]): Promise<string[]> =>
  (await rows())
    .flatMap(({ name, value }) => marksOf(openSecret(keys(...texts), name, value) ?? ''))
    .map((mark) => mark.slice(0, 40));

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { db } = server.database;
  const tables = (
    await sql<{
      name: string;
    }>`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(db)
  ).rows;
  const texts = await Promise.all(
    tables.map(async ({ name }) =>
      (await sql<{ row: string }>`select t::text as row from ${sql.raw(name)} t`.execute(db)).rows
        .map(({ row }) => row.replaceAll('""', '"').replaceAll(String.raw`\\n`, '\n'))
        .join('\n'),
    ),
  );
  return texts.join('\n');
}
const filesBelow = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) =>
    statSync(join(folder, name)).isDirectory() ? filesBelow(join(folder, name)) : [join(folder, name)],
  );
/** The bytes of a backup; of a PostgreSQL server its own tools make one, and the dump stands for it. */
async function backupBytes(): Promise<Buffer[]> {
  if (server.database.kind === 'postgres') return [Buffer.from(await dump())];
  await (server.database as EmbeddedDatabase).backups.make((server.clock.now += 60_000));
  const [newest] = await listBackups(server.dataDir);
  const unpacked = join(server.dataDir, 'unpacked');
  rmSync(unpacked, { recursive: true, force: true });
  await unpackBackupFile(newest?.file ?? '', unpacked, []);
  return [newest?.file ?? '', ...filesBelow(unpacked)].map((file) => readFileSync(file));
}

describe('S19 at rest', () => {
  it('every secret is sealed, and neither a dump nor a backup reveals any', async () => {
    await rotateDeviceSecret(withKeys(FIRST));
    const used = await useAll(FIRST);
    expect(await useAll(FIRST)).toBe(used);
    const names = (await rows()).map(({ name }) => name);
    expect(names).toEqual([
      'audit-key',
      'demo-identity-key',
      'device-secret',
      'device-secret/2',
      'push-keys',
      'record-ids',
      'sign-in-codes',
    ]);
    const [{ id } = { id: '' }] = keys(FIRST);
    for (const { value } of await rows()) expect(value).toMatch(new RegExp(`^sealed:v1:${id}:[\\w-]+$`));
    const marks = await secretMarks(FIRST);
    expect(marks.length).toBeGreaterThanOrEqual(names.length);
    const text = await dump();
    const bytes = await backupBytes();
    for (const mark of marks) {
      expect(text).not.toContain(mark);
      expect(bytes.some((each) => each.includes(mark))).toBe(false);
    }
    for (const key of [FIRST, Buffer.from(keys(FIRST)[0]?.bytes ?? []).toString('base64')])
      expect(text).not.toContain(key);
  });

  it('without a key they are plain text, as the same look finds', async () => {
    await useAll();
    const [text, bytes] = [await dump(), await backupBytes()];
    for (const mark of await secretMarks()) expect(text).toContain(mark);
    // A value as long as the demo's key is compressed on the disk.
    await server.database.db.deleteFrom('secrets').where('name', '=', 'demo-identity-key').execute();
    for (const mark of await secretMarks()) {
      expect(bytes.some((each) => each.includes(mark))).toBe(true);
    }
  });

  it('the same secret is sealed differently each time, and under its own name alone', async () => {
    await useAll(FIRST);
    const all = await rows();
    const [one, two] = [
      all.find(({ name }) => name === 'record-ids'),
      all.find(({ name }) => name === 'sign-in-codes'),
    ];
    await server.database.db
      .updateTable('secrets')
      .set({ value: two?.value ?? '' })
      .where('name', '=', 'record-ids')
      .execute();
    await expect(readIdSecret(store(FIRST))).rejects.toThrow(
      /^The secret "record-ids" of this database is not what was sealed/,
    );
    expect(one?.value).not.toBe(two?.value);
  });
});

describe('S19 keys', () => {
  it('several open, the newest seals, and rotating leaves what the secrets do as it was', async () => {
    const used = await useAll(FIRST);
    expect(await useAll(SECOND, FIRST)).toBe(used);
    await rotateDeviceSecret(withKeys(SECOND, FIRST));
    const more = await useAll(SECOND, FIRST);
    const [second] = keys(SECOND);
    expect(
      (await sealsOf(server.database.db)).filter(({ keyId }) => keyId === second?.id).map(({ name }) => name),
    ).toEqual(['device-secret/2']);
    expect(await secretsCommand(['rotate'], server.database, keys(SECOND, FIRST))).toMatch(
      new RegExp(`^Sealed 6 secrets by ${second?.id}\\.`),
    );
    expect(await useAll(SECOND)).toBe(more);
    expect(await secretsCommand(['rotate'], server.database, keys(SECOND))).toBe(
      `Every secret is sealed by ${second?.id} already.`,
    );
    expect(await secretsCommand(['list'], server.database, [])).toContain(`record-ids  sealed by ${second?.id}`);
  });

  it('rotating seals what is plain, of which a dump then tells nothing', async () => {
    const used = await useAll();
    const marks = await secretMarks();
    expect(await secretsCommand(['list'], server.database, [])).toContain('push-keys  plain text');
    expect(await useAll(FIRST), 'with a key, what is plain is read as it is').toBe(used);
    expect(await secretsCommand(['rotate'], server.database, keys(FIRST))).toMatch(/^Sealed 6 secrets/);
    expect(await useAll(FIRST)).toBe(used);
    const text = await dump();
    for (const mark of marks) expect(text).not.toContain(mark);
  });

  it.each<[string, string[], RegExp]>([
    [
      'no key',
      [],
      /^The secrets of this database are sealed by key [0-9a-f]{8}, and SECRETS_KEY and SECRETS_KEY_FILE are not set\./,
    ],
    [
      'another key',
      [OTHER],
      /^The secrets of this database are sealed by key [0-9a-f]{8}, and SECRETS_KEY names [0-9a-f]{8}\./,
    ],
  ])('with %s nothing starts, nothing is sealed, and nothing is written over', async (_name, texts, message) => {
    await useAll(FIRST);
    const before = await rows();
    await expect(assertSecretsOpen(store(...texts))).rejects.toThrow(message);
    const { database, files, env } = server;
    await expect(
      buildApp({
        env: { ...env, secretsKeys: keys(...texts) },
        database,
        files,
        log: pino({ level: 'silent' }),
        clock: () => server.clock.now,
      }),
    ).rejects.toThrow(message);
    await expect(useAll(...texts)).rejects.toThrow(message);
    await expect(rotateDeviceSecret(withKeys(...texts))).rejects.toThrow(message);
    await expect(secretsCommand(['rotate'], database, keys(...texts))).rejects.toThrow(
      texts.length === 0 ? /^There is no key to seal with/ : message,
    );
    expect(await rows()).toEqual(before);
  });

  it('rotating is all or nothing: one that cannot be opened leaves the others as they are', async () => {
    await useAll(FIRST);
    await server.database.db
      .updateTable('secrets')
      .set({ value: sealSecret(keys(OTHER), 'sign-in-codes', 'x') })
      .where('name', '=', 'sign-in-codes')
      .execute();
    const before = await rows();
    await expect(secretsCommand(['rotate'], server.database, keys(SECOND, FIRST))).rejects.toThrow(/sealed by key/);
    expect(await rows()).toEqual(before);
  });

  it('a server that has a replaced key alone, or none, makes no secret that the newer key would not open', async () => {
    await readIdSecret(store(FIRST));
    await secretsCommand(['rotate'], server.database, keys(SECOND, FIRST));
    const before = await rows();
    for (const of of [store(FIRST), store()]) {
      await expect(readSecret(of, 'sign-in-codes', () => 'made')).rejects.toThrow(/sealed by key/);
      await expect(addSecret(of, 'device-secret', 'added')).rejects.toThrow(/sealed by key/);
    }
    expect(await rows()).toEqual(before);
    expect(await readSecret(store(SECOND), 'sign-in-codes', () => 'made')).toBe('made');
  });

  it('a server left with a replaced key asks to come again, and its log says which key is missing', async () => {
    await useAll(FIRST);
    await secretsCommand(['rotate'], server.database, keys(SECOND, FIRST));
    const { status, body } = await (
      await server.as('employee')
    ).get('/api/v2/getLoggedInDetails', { 'device-id': 'device-0002' });
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(JSON.stringify(body)).not.toContain('sealed');
    expect(server.logs.join('\n')).toMatch(/sealed by key/);
  });

  it('two servers that start at once agree on what they make', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => readIdSecret(store(FIRST))));
    expect(new Set(all).size).toBe(1);
  });
});

it('S19 a sealed value opens by its own key under its own name, unchanged, and by nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), fc.nat(), (value, name, other, at) => {
      const [first, second] = [keys(FIRST), keys(SECOND)];
      const sealed = sealSecret(first, name, value);
      const well = Buffer.from(value, 'utf8').toString('utf8');
      expect(openSecret([...second, ...first], name, sealed)).toBe(well);
      expect(openSecret(second, name, sealed)).toBeNull();
      if (other !== name) expect(openSecret(first, other, sealed)).toBeNull();
      const [head, body] = [sealed.slice(0, 19), Buffer.from(sealed.slice(19), 'base64url')];
      body[at % body.length] = (body[at % body.length] ?? 0) ^ 1;
      expect(openSecret(first, name, head + body.toString('base64url'))).toBeNull();
    }),
  );
});
