import { useEffect, useEffectEvent, useState, type ReactElement } from 'react';
import type { Found } from '#domain/billReading/pieces.ts';
import { formatDay } from '#domain/dates.ts';
import { formatRupees, groupTyped, toRupees } from '#domain/money.ts';
import type { FormBill } from '#files/bill.ts';
import type { ReadBill, ReadField } from '#files/reading/pdfReading.ts';
import { useObjectUrl } from '#files/useObjectUrl.ts';
import { Action } from '#ui/Action.tsx';
import styles from './Suggestions.module.css';

/** Where a value of the bill goes in a form, and what stands there now. */
export interface SuggestedField {
  value: () => string;
  set: (value: string) => void;
}

export interface BillSuggestionsProps {
  bills: readonly FormBill[];
  today: string;
  /** Puts the form with its bills on the device: nothing is read off a bill before it is safe. */
  flush: () => Promise<void>;
  amount: SuggestedField;
  day: SuggestedField;
  remarks: SuggestedField;
}

interface Suggestion {
  id: string;
  field: ReadField;
  label: string;
  /** As people read it, and as the form takes it. */
  text: string;
  value: string;
  sure: boolean;
  bill: string;
  picture: ArrayBuffer | undefined;
}

function suggestionsOf(bill: FormBill, { reading, pictures }: ReadBill): Suggestion[] {
  const one = <V,>(field: ReadField, label: string, found: Found<V> | null, as: (value: V) => [string, string]) => {
    if (!found) return [];
    const [text, value] = as(found.value);
    const sure = found.confidence === 'sure';
    const id = `${bill.localId} ${field}`;
    return [{ id, field, label, text, value, sure, bill: bill.name, picture: pictures[field] }];
  };
  // Claims are in rupees: an amount of another currency is none of theirs.
  const rupees = reading.currency === null || reading.currency === 'INR';
  return [
    ...one('total', 'Amount', rupees ? reading.total : null, (paise) => [
      formatRupees(toRupees(paise)),
      groupTyped(String(toRupees(paise))),
    ]),
    ...one('day', 'Date', reading.day, (day) => [formatDay(day), day]),
    ...one('merchant', 'Remarks', reading.merchant, (name) => [name, name]),
  ];
}

const readable = (bill: FormBill): boolean =>
  bill.type === 'application/pdf' && bill.bytes !== undefined && bill.refused === undefined && bill.busy !== true;

/** Reads one bill after the other, each once the form is on the device; one that cannot be read suggests nothing. */
async function readAll(
  bills: readonly FormBill[],
  today: string,
  signal: AbortSignal,
  safe: () => Promise<void>,
  tell: (bill: FormBill, result: ReadBill | null) => void,
): Promise<void> {
  for (const bill of bills) {
    await safe();
    if (signal.aborted) return;
    const result = await import('#files/reading/pdfReading.ts')
      .then(({ readPdf }) => readPdf(bill.bytes as ArrayBuffer, today, signal))
      .catch(() => null);
    if (signal.aborted) return;
    tell(bill, result);
  }
}

function Picture({ bytes, of }: { bytes: ArrayBuffer; of: string }): ReactElement | null {
  const url = useObjectUrl(bytes, 'image/png');
  return url ? <img className={styles.picture} src={url} alt={`Where the bill says ${of}`} /> : null;
}

/**
 * What bills with text say, offered beside the form (READ-1): each value with the piece of the bill that it was read
 * from, taken or put away with one tap. Only a sure amount fills an empty field, marked, and one tap takes it back.
 * What was typed is never replaced without a tap. Nothing leaves the device.
 */
export function BillSuggestions({ bills, today, flush, ...fields }: BillSuggestionsProps): ReactElement | null {
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  const [away, setAway] = useState<readonly string[]>([]);
  const [filled, setFilled] = useState<string>();
  const fieldOf = (field: ReadField): SuggestedField =>
    ({ total: fields.amount, day: fields.day, merchant: fields.remarks })[field];

  const take = useEffectEvent((suggestions: readonly Suggestion[]): void => {
    setFound((before) => [...before, ...suggestions]);
    const amount = suggestions.find(({ field, sure }) => field === 'total' && sure);
    if (!amount || fields.amount.value() !== '') return;
    fields.amount.set(amount.value);
    setFilled(amount.id);
  });
  const safe = useEffectEvent(flush);
  const wanted = bills.filter(readable);
  const names = wanted.map(({ localId }) => localId).join(' ');
  const [read] = useState(() => new Set<string>());
  const unread = useEffectEvent(() => wanted.filter(({ localId }) => !read.has(localId)));
  useEffect(() => {
    const own = new AbortController();
    void readAll(unread(), today, own.signal, safe, (bill, result) => {
      read.add(bill.localId);
      if (result) take(suggestionsOf(bill, result));
    });
    return () => own.abort();
  }, [names, today, read]);

  const shown = found.filter(
    ({ id, field, value }) =>
      wanted.some(({ localId }) => id.startsWith(localId)) &&
      !away.includes(id) &&
      (id === filled || fieldOf(field).value() !== value),
  );
  if (shown.length === 0) return null;
  const putAway = (id: string): void => setAway((before) => [...before, id]);
  return (
    <section className={styles.box} aria-label="Read from the bill">
      <h3>Read from the bill</h3>
      <ul>
        {shown.map(({ id, field, label, text, value, picture, bill }) => (
          <li key={id}>
            <p>
              <span className={styles.label}>{label}</span> <b>{text}</b>
              <span className={styles.bill}>{id === filled ? `filled in from “${bill}”` : `in “${bill}”`}</span>
            </p>
            {picture ? <Picture bytes={picture} of={text} /> : null}
            <div className={styles.actions}>
              {id === filled ? (
                <Action
                  small
                  onClick={() => {
                    if (fieldOf(field).value() === value) fieldOf(field).set('');
                    setFilled(undefined);
                    putAway(id);
                  }}
                >
                  {`Take ${label.toLowerCase()} back`}
                </Action>
              ) : (
                <Action
                  small
                  onClick={() => {
                    fieldOf(field).set(value);
                    putAway(id);
                  }}
                >
                  {`Use ${label.toLowerCase()}`}
                </Action>
              )}
              <Action
                small
                onClick={() => {
                  if (id === filled) setFilled(undefined);
                  putAway(id);
                }}
              >
                {id === filled ? 'Keep it' : `Dismiss ${label.toLowerCase()}`}
              </Action>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
