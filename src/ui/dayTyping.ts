/** Puts the dashes into a typed date, so that a numeric keypad is enough: '12112026' becomes '12-11-2026'. */
export function shapeTypedDay(typed: string): string {
  const iso = /^\s*(\d{4})-(\d{2})-(\d{2})\s*$/.exec(typed);
  if (iso) return `${iso[3]}-${iso[2]}-${iso[1]}`;
  const parts = typed.trim().split(/[^\d]+/);
  // With separators typed, single digits are filled up when the next part begins.
  if (parts.length > 1) {
    const [day = '', month = '', ...rest] = parts;
    const year = rest.join('').slice(0, 4);
    const head = day.length > 2 ? shapeTypedDay(day) : day.padStart(day === '' ? 0 : 2, '0');
    if (parts.length === 2) return month.length > 2 ? shapeTypedDay(head + month) : `${head}-${month}`;
    return `${head}-${month.padStart(month === '' ? 0 : 2, '0')}-${year}`;
  }
  const digits = (parts[0] ?? '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('-');
}
