import { withoutComments, type Source } from './sources.ts';

/** `select id, name from people where …`: plain columns of one table; values may follow, no other table. */
const ONE_TABLE = new RegExp(
  String.raw`^select (?:\*|[\w\s,."]*?) ?from (?:\w+|\$\{sql\.table\(table\)\})(?: \w+)?` +
    String.raw`(?: where (?:(?!\bselect\b|\bjoin\b|\bexists\b)[\s\S])*` +
    String.raw`| (?:order|limit) (?:(?!\bselect\b|\bjoin\b)[\s\S])*)?$`,
  'i',
);

/**
 * Every statement that locks rows, and those of them that read more than one table: SQL text by its innermost select, a
 * query builder's by its chain.
 */
export function lockingStatements(files: readonly Source[]): { statements: number; wrong: string[] } {
  let statements = 0;
  const wrong: string[] = [];
  for (const { path, text } of files) {
    const code = withoutComments(text);
    const judge = (at: number, fine: boolean): void => {
      statements += 1;
      if (!fine) wrong.push(`${path}:${code.slice(0, at).split('\n').length}`);
    };
    for (const { index } of code.matchAll(/\bfor (?:update|share|no key update|key share)\b(?=[\s`)]|$)/gi)) {
      // From the innermost select of the same text: one that an outer statement takes its ids from counts by itself.
      const before = code.slice(code.lastIndexOf('`', index) + 1, index);
      const select = before.toLowerCase().lastIndexOf('select ');
      const innermost = select < 0 ? '' : before.slice(select).replaceAll(/\s+/g, ' ').trim();
      // A subselect that is closed again before the lock stands beside it.
      judge(index, ONE_TABLE.test(innermost) && !/^[^(]*\)/.test(innermost.replaceAll(/\([^()]*\)/g, '')));
    }
    for (const { index } of code.matchAll(/\.for(?:Update|Share|NoKeyUpdate|KeyShare)\(/g)) {
      const before = code.slice(0, index);
      const chain = before.slice(
        Math.max(before.lastIndexOf(';'), before.lastIndexOf('{\n'), before.lastIndexOf('=> {')) + 1,
      );
      judge(index, (chain.match(/selectFrom\(/g)?.length ?? 0) === 1 && !/[jJ]oin\(|\bexists\(/.test(chain));
    }
  }
  return { statements, wrong };
}
