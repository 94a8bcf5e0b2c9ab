import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { lastRehearsal, rehearseRestore } from '#server/main/restoreRehearsal.ts';
import { sources } from '#tests/support/sources.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let said: { level: string; fields: object; message: string }[] = [];
const log = {
  info: (fields: object, message: string) => void said.push({ level: 'info', fields, message }),
  error: (fields: object, message: string) => void said.push({ level: 'error', fields, message }),
};
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** The server's database, with backups that say this. */
const withBackups = (rehearse: () => Promise<string | null>): Database => ({
  ...server.database,
  backups: { rehearse, ages: async () => ({ newest: null, failing: false }) },
});
const rehearsed = async (rehearse: () => Promise<string | null>) => {
  said = [];
  await rehearseRestore(withBackups(rehearse), () => NOW, log);
  return { said, last: await lastRehearsal(server.database.db) };
};

describe('the rehearsal of a restore', () => {
  it('is in the log and kept, as it went; without a backup nothing is said', async () => {
    expect(await rehearsed(async () => null)).toEqual({ said: [], last: null });
    expect(await rehearsed(async () => '2026-07-15T00-00-00Z')).toEqual({
      said: [
        {
          level: 'info',
          fields: { job: 'restoreRehearsal', backup: '2026-07-15T00-00-00Z', millis: expect.any(Number) as number },
          message: 'a restore was rehearsed',
        },
      ],
      last: { at: NOW, ok: true },
    });
    const failing = async (): Promise<never> => {
      throw new Error('The backup x cannot be used: It is damaged.');
    };
    expect(await rehearsed(failing)).toEqual({
      said: [
        {
          level: 'error',
          fields: { job: 'restoreRehearsal', reason: 'The backup x cannot be used: It is damaged.' },
          message: 'a restore was rehearsed and failed',
        },
      ],
      last: { at: NOW, ok: false },
    });
  });
});

it('whoever opens the database says how it is backed up: a migration makes a backup first', () => {
  const calls = sources(['server/main']).flatMap(({ path, text }) =>
    [...text.matchAll(/\bopen(?:Database|Embedded)\(\{[^]*?\}\)/g)].map(([call]) => ({ path, call })),
  );
  // The server's own start, what commands open the database by, and the one that needs the embedded database itself.
  expect(calls.map(({ path }) => path).sort()).toEqual([
    'server/main/commandDatabase.ts',
    'server/main/commands/move.ts',
    'server/main/start.ts',
  ]);
  expect(calls.filter(({ call }) => !call.includes('backups: backupOptions(env)')).map(({ path }) => path)).toEqual([]);
});
