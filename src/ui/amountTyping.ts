const plain = (text: string): string => text.replaceAll(',', '');

/**
 * Where the caret belongs in the regrouped text, so that as many other characters stand before it as did while typing.
 */
export function caretAfter(typed: string, caret: number, grouped: string): number {
  const before = plain(typed.slice(0, caret)).length;
  let seen = 0;
  for (let at = 0; at < grouped.length; at += 1) {
    if (seen === before) return at;
    if (grouped[at] !== ',') seen += 1;
  }
  return grouped.length;
}

/** What of a typed text an amount field takes: digits and one dot, cut at `limit` characters; anything else is null. */
export function acceptAmount(typed: string, limit: number): string | null {
  const text = plain(typed.replace(/^[\s₹]+|\s+$/g, ''));
  if (!/^\d*\.?\d*$/.test(text)) return null;
  return text.slice(0, limit);
}
