import type { Role } from '#contract/enums.ts';
import type { DemoPerson } from '#server/demo/people.ts';

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  manager: 'approves',
  finance: 'finance',
  financeDocument: 'finance documents',
  admin: 'admin',
  tallyAdmin: 'tally',
  campaign: 'campaigns',
  campaignManager: 'manages campaigns',
  caseManagement: 'case management',
};

/** Columns as wide as their widest cell. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

/** What the server says when it is ready: where it is and, in the demo, who can sign in. */
export function banner(
  address: string,
  dataDir: string | null,
  people: readonly DemoPerson[],
  emailOf: (key: string) => string,
): string {
  const lines = ['', `Kharcha is running at ${address}`, ...(dataDir === null ? [] : [`Data is kept in ${dataDir}`])];
  if (people.length > 0) {
    const rows = people.map((person) => [
      emailOf(person.key),
      person.name,
      person.roles.map((role) => ROLE_WORDS[role]).join(', ') || 'raises claims',
      `decided by ${person.manager}`,
    ]);
    lines.push('', 'This is the demo: choose one of these on the sign-in page, no password is asked.', '', table(rows));
  }
  return [...lines, '', 'Stop with Ctrl-C.', ''].join('\n');
}
