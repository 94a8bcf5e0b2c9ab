import { aCompany, aContact, csvOf, openFolder, takeCompanies, takeContacts } from '#tests/support/companies.ts';
import { type TestServer } from '#tests/support/server.ts';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** Five companies and their ten contacts. */
export async function takeCompanyOfSix(server: TestServer): Promise<void> {
  const folder = openFolder();
  await takeCompanies(
    server,
    folder.put(
      'companies.csv',
      csvOf([
        aCompany(1, { companyName: '=HYPERLINK("http://evil.test")', addressLocation: 'Pune' }),
        ...[2, 3, 4, 5].map((n) => aCompany(n, { addressLocation: 'Kochi', ...(n === 5 && { turnoverRange: 'UHV' }) })),
      ]),
    ),
  );
  // Company 1 has six contacts, the last of them the most senior; 2 has two, 3 one, 4 none, 5 is of another turnover.
  const people = [
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 1],
    [5, 1],
    [6, 1],
    [7, 2],
    [8, 2],
    [9, 3],
    [10, 5],
  ] as const;
  await takeContacts(
    server,
    folder.put(
      'contacts.csv',
      csvOf(
        people.map(([n, company]) =>
          aContact(n, company, {
            name: n === 7 ? 'Rao, "Bunty"' : `Person ${n}`,
            seniority: n === 6 ? 'OWNER' : 'MANAGER',
          }),
        ),
      ),
    ),
  );
  folder.remove();
}
