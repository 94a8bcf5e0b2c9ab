/**
 * The search part of addresses as plain text: `?page=0&MANAGER_APPROVAL_STATUS=0|2`, not as JSON. Each screen's own
 * schema makes numbers of what are numbers.
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
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
