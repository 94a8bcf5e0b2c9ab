/** The rows of a table as they stand in the page. */

const ROWS = 'tr[data-key]';

export const rowsOf = (table: HTMLElement): HTMLElement[] => [...table.querySelectorAll<HTMLElement>(ROWS)];

/** Puts the keyboard on a row and brings it into sight, but moves no column. */
export function focusRow(row: HTMLElement | undefined): void {
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Puts the keyboard into a field of a row; typing replaces its content. */
export function focusField(row: HTMLElement | null | undefined, name: string | null): boolean {
  const field = name === null ? null : row?.querySelector<HTMLInputElement>(`input[data-field="${name}"]`);
  if (!field) return false;
  field.focus();
  field.select();
  return true;
}
