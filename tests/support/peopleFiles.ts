import { csvOf } from './companies.ts';

/** Large files of people. */

/** A company in a file: ten reports a manager, one of whom is on top. `changes` of the nth person. */
export const companyFile = (people: number, changes: (n: number) => Record<string, string> = () => ({})): string =>
  csvOf(
    Array.from({ length: people }, (_, n) => ({
      Name: `Person ${n}`,
      'E-mail': `person${n}@company.example`,
      'Employee code': `C${String(n).padStart(6, '0')}`,
      Manager: n === 0 ? '' : `C${String(Math.floor((n - 1) / 10)).padStart(6, '0')}`,
      Roles: n % 500 === 1 ? 'Finance' : '',
      'Cost centre': `Centre ${n % 40}`,
      Grade: `M${n % 7}`,
      'Base location': 'Pune',
      'Joining date': '01-04-2020',
      ...changes(n),
    })),
  );
