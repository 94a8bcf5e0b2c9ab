import { MAX_FILE_NAME, MAX_REMARKS } from '#contract/limits.ts';

/**
 * Characters that no remark needs and that break what reads it later (Z35). Tab and line feed are text; so
 * are emoji and right-to-left marks.
 */
// oxlint-disable-next-line no-control-regex -- refusing control characters is the purpose
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/u;

export type ParsedText = { ok: true; text: string } | { ok: false; message: string };

/**
 * Parses a text of several lines: trimmed, line ends as line feeds, at most `most` characters, no control characters or
 * half characters. Nothing at all reads as ''; whether it must be filled is the caller's rule. `name` is what a person
 * calls the field.
 */
export function parseText(input: unknown, name: string, most: number, contains = 'contains'): ParsedText {
  if (input === undefined || input === null) return { ok: true, text: '' };
  if (typeof input !== 'string') return { ok: false, message: `${name} must be text` };
  const text = input.replace(/\r\n?/g, '\n').trim();
  if (text.length > most) return { ok: false, message: `${name} cannot be longer than ${most} characters` };
  if (UNPRINTABLE.test(text)) return { ok: false, message: `${name} ${contains} characters that cannot be stored` };
  return { ok: true, text };
}

/** Parses a name: like `parseText`, on one line; every gap in it is one space. */
export const parseLine = (input: unknown, name: string, most: number): ParsedText =>
  parseText(typeof input === 'string' ? input.replace(/\s+/g, ' ') : input, name, most);

/** Parses a remark, at most 2,000 characters long (REM-1). */
export const parseRemarks = (input: unknown): ParsedText => parseText(input, 'Remarks', MAX_REMARKS, 'contain');

/** Shortens a text to at most `most` characters, with an ellipsis; never splits a character. */
export const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** Without the dots and blanks at both ends, each looked at once. */
function withoutEdges(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && /[\s.]/.test(text[from] ?? '')) from += 1;
  while (to > from && /[\s.]/.test(text[to - 1] ?? '')) to -= 1;
  return text.slice(from, to);
}

/**
 * A file's name as a label: no folders, control or direction characters, at most 100 characters with its ending kept
 * (DOC-6, Z49). A name of which nothing remains becomes 'file'.
 */
export function cleanFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  // oxlint-disable-next-line no-control-regex -- removing control characters is the purpose
  const clean = withoutEdges(
    last.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069"<>:|?*]|\p{Surrogate}/gu, ''),
  );
  if (clean === '') return 'file';
  if (clean.length <= MAX_FILE_NAME) return clean;
  const ending = /\.[A-Za-z0-9]{1,5}$/.exec(clean)?.[0] ?? '';
  // Cutting may halve a character outside the basic plane; the half goes too.
  return clean.slice(0, MAX_FILE_NAME - ending.length).replace(/\p{Surrogate}/gu, '') + ending;
}
