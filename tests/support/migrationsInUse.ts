import { withoutComments, type Source } from './sources.ts';

/** The last migration that was written before servers went on while another changes the tables. */
const LAST_HELD = '0079';

/** What reads or writes every row while nobody else may use the table, by what it is called in a complaint. */
const HOLDS: readonly [what: string, pattern: RegExp][] = [
  ['makes an index: addIndex does that ahead', /\bcreate (?:unique )?index\b[^`]*?\bon (?<table>\w+)/gi],
  ['checks every row', /\balter table (?<table>\w+)[^`]*?\b(?:set not null|alter column \w+ (?:set data )?type)\b/gi],
  [
    'checks every row: not valid first',
    /\balter table (?<table>\w+)[^`]*?\badd (?:constraint|check|foreign|primary|unique)\b(?![^`]*not valid)/gi,
  ],
  [
    'writes or checks every row',
    /\balter table (?<table>\w+)[^`]*?\badd column\b[^`]*?\b(?:unique|check|primary|\w*serial|generated|gen_\w+)\b/gi,
  ],
  [
    'writes every row: a job does that in portions',
    /\b(?:update (?:only )?(?<table>\w+)(?: \w+)? set|delete from (?<table>\w+))\b(?![^`]*\bwhere\b)/gi,
  ],
  [
    'is alone with the table',
    /\b(?:cluster|vacuum full|validate constraint|lock table) (?<table>\w+)(?![^`]*\bin share row exclusive mode\b)/gi,
  ],
];

/** Those of these migrations that hold up whoever uses a table meanwhile, with what they do. */
export function holdingMigrations(files: readonly Source[]): string[] {
  return files.flatMap(({ path, text }) => {
    const name = /(?<number>\d{4})_\w+\.ts$/.exec(path)?.groups?.['number'] ?? '';
    if (name <= LAST_HELD) return [];
    const code = withoutComments(text);
    const made = new Set([...code.matchAll(/\bcreate table (\w+)/gi)].map(([, table]) => table));
    const wrong = HOLDS.flatMap(([what, pattern]) =>
      [...code.matchAll(pattern)]
        .filter(({ groups }) => !made.has(groups?.['table']))
        .map(({ groups }) => `${path}: ${groups?.['table'] ?? ''} ${what}`),
    );
    const ahead = /\bexport const ahead = true\b/.test(code);
    const indexes = /\baddIndex\(/.test(code);
    if (indexes && !ahead) wrong.push(`${path}: what makes an index is run ahead`);
    // It is run twice.
    if (ahead && /\.execute\(/.test(code)) wrong.push(`${path}: what is run ahead makes indexes alone`);
    return wrong;
  });
}
