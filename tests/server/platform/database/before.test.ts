import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readHeads } from '#server/platform/audit/sealJob.ts';
import { auditKeys, inspectAudit } from '#server/platform/audit/seals.ts';
import type { Answer } from '#tests/support/api.ts';
import { openBefore } from '#tests/support/before.ts';
import { readLines } from '#tests/support/fixtures.ts';
import { hashOf } from '#tests/support/files.ts';
import { PEOPLE, type PersonKey } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import type { Change } from '#tests/fixtures/story.ts';

/** The database of the build before, opened by this one: tests/fixtures/make.ts recorded it. */

interface Recorded {
  who: PersonKey;
  url: string;
  headers: Record<string, string>;
  body?: Record<string, unknown>;
  type?: string;
  sha256?: string;
}

let server: TestServer;
let schema: string[];
beforeAll(async () => {
  server = await startServer(
    {},
    {
      open: async (dataDir) => {
        const before = await openBefore(dataDir);
        ({ schema } = before);
        return before;
      },
    },
  );
});
afterAll(() => server.close());

/** Of bytes their type and hash, of JSON the body: later builds may say more, and never something else. */
const told = ({ body, headers, bytes }: Answer, { sha256 }: Recorded): Partial<Recorded> =>
  sha256 === undefined ? { body } : { type: headers.get('content-type') ?? '', sha256: hashOf(bytes) };

describe('OB-11 a database of the build before', () => {
  it('has the shape that its migrations gave it then: none of them has changed', () => {
    expect(schema).toEqual(readLines<{ line: string }>('schema.jsonl').map(({ line }) => line));
  });

  it('has an audit log that is whole, with its seals and its published head', async () => {
    const { db } = server.database;
    const heads = readHeads(server.dataDir);
    expect(heads).toHaveLength(1);
    expect((await inspectAudit(db, await auditKeys({ db, keys: [] }, []), heads)).faults).toEqual([]);
  });

  it('lets everybody in', async () => {
    // The build before knew no organisation admin.
    for (const who of PEOPLE.filter((each) => each !== 'org-admin'))
      expect([who, (await (await server.as(who)).get('/api/v1/user/role')).status]).toEqual([who, 200]);
  });

  it('answers every list, record, bill, report, batch and campaign as it did', async () => {
    const recorded = readLines<Recorded>('answers.jsonl');
    expect(recorded.length).toBeGreaterThan(200);
    for (const one of recorded) {
      const { who, url, headers, ...then } = one;
      const answer = await (await server.as(who)).get(url, headers);
      expect({ who, url, status: answer.status, ...told(answer, one) }).toMatchObject({
        who,
        url,
        status: 200,
        ...then,
      });
    }
  });

  it('WIRE-8 goes on with its sessions, and answers each change under its key once more, byte for byte', async () => {
    const rows = async (): Promise<number> =>
      (
        await server.database.db
          .selectFrom('audit_log')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    const changes = readLines<Change>('changes.jsonl');
    const before = await rows();
    for (const { token, method, url, key, sent, answer } of changes) {
      const again = await server
        .with(token)
        .send(method, url, sent, { 'content-type': 'application/json', 'idempotency-key': key });
      expect([url, again.headers.get('idempotency-replayed'), again.text]).toEqual([url, 'true', answer]);
    }
    expect(await rows()).toBe(before);
  });
});
