import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, type Source } from './sources.ts';

/**
 * Ids of rules (`LOC-6`) and invariants (`X58`): where they are defined and where sources cite them. An invariant's id
 * looks like other things (`S3`, `'P0'`, a cell `A1`), so it counts as cited only in brackets, at the start of a
 * comment, or at the start of a test's title.
 */

const RULE = String.raw`[A-Z]{2,6}-\d{1,2}`;
const INVARIANT = String.raw`[ACDFMNPSTUVXZ]\d{1,2}`;
const ANY = `(?:${RULE}|${INVARIANT})`;
const LIST = `${ANY}(?:(?:, | to | and |; | )${ANY})*`;

const IN_BRACKETS = new RegExp(String.raw`\((${LIST})(?=[);:,'’ ])`, 'g');
const STARTS_COMMENT = new RegExp(String.raw`(?:/\*\*|\n \*|//) (${LIST})(?=:? \S)`, 'g');
const STARTS_STRING = new RegExp(String.raw`(?<=['"\`])(${LIST})(?=:? \S)`, 'g');

/** Names of standards that look like ids of rules. */
const STANDARDS = /^(?:UTF|SHA|AES|ISO|PDF|ECMA|RFC)-/;

/** The ids of a page that defines them, one a line: `- LOC-6 The date is …`. */
export const definedIn = (page: string): string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(new RegExp(`^- (${ANY}) \\S`, 'gm'))].map(([, id]) => id!);

/** 'C1 to C4, X7' names five ids. */
function expanded(list: string): string[] {
  const ids = [...list.matchAll(new RegExp(ANY, 'g'))];
  return ids.flatMap(([id], index) => {
    const before = ids[index - 1];
    const isRange = before && list.slice(before.index + before[0].length, ids[index]!.index) === ' to ';
    const [, letters = '', last = ''] = /^(\D+)(\d+)$/.exec(id) ?? [];
    const first = isRange ? Number(/\d+$/.exec(before[0])?.[0]) + 1 : Number(last);
    return Array.from({ length: Number(last) - first + 1 }, (_, step) => `${letters}${first + step}`);
  });
}

const commentsOf = (text: string): string =>
  [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\\\w])\/\/[^\n]*/g)].map(([comment]) => comment).join('\n');

/** The ids that a source cites. */
export function citedIn({ path, text }: Source): string[] {
  const patterns = [IN_BRACKETS, STARTS_COMMENT, ...(/^(?:tests|e2e|bench)\//.test(path) ? [STARTS_STRING] : [])];
  const lists = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, list]) => list!));
  const rules = commentsOf(text).match(new RegExp(String.raw`\b${RULE}\b`, 'g')) ?? [];
  return [...lists.flatMap(expanded), ...rules].filter((id) => !STANDARDS.test(id));
}

/** The pages (`….md`) that a source's comments name. */
export const pagesIn = ({ text }: Source): string[] => commentsOf(text).match(/[\w-]+\.md\b/g) ?? [];
