import { describe, expect, it } from 'vitest';
import { aCompany, csvOf, takeCompanies, type Cells } from '#tests/support/companies.ts';
import { companies, folder, refusedOf, server, termsOf, useImports } from './importFixtures.ts';

useImports();

describe('CAMP-20 an import that is killed', () => {
  const ROWS: Cells[] = Array.from({ length: 20 }, (_, n) => ({
    ...aCompany(n, n % 4 === 1 ? { turnoverRange: `bad ${n}` } : {}),
    addressLocation: n % 4 === 1 ? '' : `Town ${n % 3}`,
  }));

  /** Companies without what a second making may number otherwise. */
  const known = async () => (await companies()).map((row) => ({ ...row, id: 0, location: 0 }));

  it.each([0, 1, 2, 3, 4, 5, 6])(
    'before batch %i goes on from there: nothing is lost, nothing said twice',
    async (killAt) => {
      const whole = folder.put('whole.csv', csvOf(ROWS));
      await takeCompanies(server, whole, { batch: 3 });
      const [wanted, refused] = [await known(), refusedOf(whole)];
      for (const table of ['companies', 'campaign_terms'] as const)
        await server.database.db.deleteFrom(table).execute();

      const file = folder.put('killed.csv', csvOf(ROWS));
      expect(await takeCompanies(server, file, { batch: 3, killAt })).toBeNull();
      expect(await companies()).toHaveLength(
        ROWS.slice(0, killAt * 3).filter((row) => !row['turnoverRange']?.startsWith('bad')).length,
      );
      const rest = await takeCompanies(server, file, { batch: 3 });
      expect(rest).toMatchObject({ rows: 20, refused: 5, before: killAt * 3 });
      expect(await known()).toEqual(wanted);
      expect(refusedOf(file)).toEqual(refused);
      expect(await server.database.db.selectFrom('imports').selectAll().execute()).toEqual([]);
    },
  );

  it('a file that was changed meanwhile starts over', async () => {
    const file = folder.put('companies.csv', csvOf(ROWS));
    await takeCompanies(server, file, { batch: 3, killAt: 3 });
    folder.put('companies.csv', csvOf(ROWS.map((row) => ({ ...row, companyName: `${row['companyName']} Ltd` }))));
    expect(await takeCompanies(server, file, { batch: 3 })).toMatchObject({ before: 0 });
    expect((await companies()).every((row) => String(row['name']).endsWith(' Ltd'))).toBe(true);
  });

  it('two at once do not both write: one goes to the end, and every row is there once', async () => {
    const file = folder.put('companies.csv', csvOf(ROWS.map((row) => ({ ...row, turnoverRange: 'NHV' }))));
    const both = await Promise.allSettled([
      takeCompanies(server, file, { batch: 3 }),
      takeCompanies(server, file, { batch: 3 }),
    ]);
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const one of both)
      if (one.status === 'rejected') expect(String(one.reason)).toContain('is being imported by another process');
    expect(await companies()).toHaveLength(20);
  });

  it('names of values keep their codes, whatever was undone', async () => {
    const file = folder.put('companies.csv', csvOf(ROWS));
    await takeCompanies(server, file, { batch: 3, killAt: 1 });
    await takeCompanies(server, folder.put('other.csv', csvOf([{ ...aCompany(90), addressLocation: 'Elsewhere' }])));
    await takeCompanies(server, file, { batch: 3 });
    const terms = await termsOf('addressLocation');
    expect(new Set(terms.map(({ code }) => code)).size).toBe(terms.length);
    expect(terms.map(({ value }) => value).toSorted()).toEqual(['Elsewhere', 'Town 0', 'Town 1', 'Town 2']);
  });
});
