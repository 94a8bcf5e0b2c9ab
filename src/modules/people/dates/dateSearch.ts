export interface DateSearch {
  person?: string;
  edit?: string;
}

/** The address: whose date is open, or which queued change. */
export function dateSearch(raw: Record<string, unknown>): DateSearch {
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined;
  const [person, edit] = [text(raw['person']), text(raw['edit'])];
  return { ...(person !== undefined && { person }), ...(edit !== undefined && { edit }) };
}
