import { formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import type { Entry } from '#outbox/entry.ts';
import type { Outbox } from '#outbox/outbox.ts';

const addressOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('A bill cannot be read.'));
    reader.readAsDataURL(file);
  });

/** What waits and was refused, with its bills, as one page that any browser shows; one that no key opens as it lies. */
export async function copyOf(entry: Entry, outbox: Outbox): Promise<{ file: Blob; name: string } | null> {
  if (entry.unreadable) {
    const file = await outbox.exportSealed(entry.id);
    return file && { file, name: `kharcha-${entry.id}.json` };
  }
  const { title, day, amount, note, remarks } = entry.face;
  const page = document.implementation.createHTMLDocument(title);
  const add = (tag: string, text: string | undefined): HTMLElement => {
    const element = page.createElement(tag);
    element.textContent = text ?? '';
    return page.body.appendChild(element);
  };
  add('h1', title);
  for (const text of [day && formatDay(day), amount === undefined ? '' : formatRupees(amount), note, remarks])
    if (text) add('p', text);
  if (entry.refusal) add('p', entry.refusal.message);
  for (const { localId, name } of entry.bills) {
    const bill = await outbox.bill(entry.id, localId);
    if (!bill) continue;
    const link = add('a', name) as HTMLAnchorElement;
    link.download = name;
    link.href = await addressOf(new Blob([bill.bytes], { type: bill.type }));
    add('br', '');
  }
  add('pre', JSON.stringify(entry.body, null, 2));
  const text = `<!doctype html><meta charset="utf-8">${page.documentElement.outerHTML}`;
  return { file: new Blob([text], { type: 'text/html' }), name: `kharcha-${entry.id}.html` };
}
