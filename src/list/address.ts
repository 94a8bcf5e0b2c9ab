import { FIRST_PAGE } from '#contract/limits.ts';

/**
 * The search part of addresses as plain text: `?page=0&MANAGER_APPROVAL_STATUS=0|2`, not as JSON. Each screen's own
 * schema makes numbers of what are numbers. The first page alone is not said: a list opens at its own path, without a
 * second address.
 */
export function parseSearch(search: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [key, value] of new URLSearchParams(search)) found[key] ??= value;
  return found;
}

/** Characters that need no escape in a query and that a person would rather read as they are. */
const READABLE: Record<string, string> = { '%7C': '|', '%3A': ':', '%40': '@', '%2C': ',', '%2F': '/' };

export function stringifySearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([key, value]) => {
    if (value === undefined || value === null) return [];
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
    const encoded = encodeURIComponent(text).replace(/%(?:7C|3A|40|2C|2F)/g, (escape) => READABLE[escape] ?? escape);
    return [`${encodeURIComponent(key)}=${encoded}`];
  });
  const first = pairs.length === 1 && search['page'] === FIRST_PAGE;
  return pairs.length > 0 && !first ? `?${pairs.join('&')}` : '';
}
