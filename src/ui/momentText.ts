/** '12-11-2026 10:42' in the organisation's time zone. */
export function momentText(ms: number, timeZone: string): string {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    formats.set(timeZone, format);
  }
  return format.format(ms).replaceAll('/', '-').replace(', ', ' ');
}

const formats = new Map<string, Intl.DateTimeFormat>();
