import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from '#tests/support/api.ts';
import { create, expenseBody } from '#tests/support/expenses.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';
import { startTwins, type Twins } from '#tests/support/twins.ts';

const MAX_COUNT = 5;
const SETTINGS = { CREATIONS_PER_DAY: String(MAX_COUNT) };
const postgres = await startPostgres(roomyFolder());
process.env['TEST_DATABASE_URL'] = postgres.url;
describe('S3 a limited number of requests at two processes', () => {
  let twins: Twins;
  beforeAll(async () => {
    twins = await startTwins(SETTINGS);
  });
  afterAll(async () => {
    await twins.close();
    await postgres.stop();
  });

  it('of 24 at once five are taken, and not one more', async () => {
    const token = await twins.first.signIn('employee');
    const bill = await new Api(twins.first.url, token).bill('for all');
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        create(new Api(n % 2 ? twins.otherUrl : twins.first.url, token), expenseBody(bill), {
          'idempotency-key': `together-${n}-01234`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(MAX_COUNT).fill(200),
      ...Array<number>(19).fill(413),
    ]);
    const { n } = await twins.first.database.db
      .selectFrom('claims')
      .select(({ fn }) => fn.countAll().as('n'))
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(MAX_COUNT);
  });
});
