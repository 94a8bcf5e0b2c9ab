import { useState, type ReactElement } from 'react';
import type { Found } from '#domain/billReading/pieces.ts';
import { suggestedOf } from '#domain/billReading/suggested.ts';
import { formatDay } from '#domain/dates.ts';
import { formatRupees, groupTyped, toRupees } from '#domain/money.ts';
import type { FormBill } from '#files/bill.ts';
import type { ReadBill, ReadField } from '#files/reading/readBill.ts';
import { useObjectUrl } from '#files/useObjectUrl.ts';
import { Action } from '#ui/Action.tsx';
import { BillReader, isPdf, type BillReaderProps } from './BillReader.tsx';
import { PhotoLeave } from './PhotoLeave.tsx';
import type { OnRead } from './readings.ts';
import styles from './Suggestions.module.css';
import { UsedBills, type UsedBillsProps } from './UsedBills.tsx';

/** Where a value of the bill goes in a form, and what stands there now. */
export interface SuggestedField {
  value: () => string;
  set: (value: string) => void;
}

export interface BillSuggestionsProps extends Pick<UsedBillsProps, 'invoices' | 'self'> {
  bills: readonly FormBill[];
  today: string;
  /** Puts the form with its bills on the device: nothing is read off a bill before it is safe. */
  flush: () => Promise<void>;
  onRead: OnRead;
  /** Whether the server may be asked about bills that are not being read: the form says when, how much, for what. */
  mayAsk: boolean;
  amount: SuggestedField;
  /** Missing where the form's day is not chosen on it. */
  day?: SuggestedField;
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

const READABLE = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp'];

const readable = ({ type, bytes, refused, busy, toFit }: FormBill): boolean =>
  READABLE.includes(type) && bytes !== undefined && refused === undefined && busy !== true && toFit === undefined;

function Picture({ bytes, of }: { bytes: ArrayBuffer; of: string }): ReactElement | null {
  const url = useObjectUrl(bytes, 'image/png');
  return url ? <img className={styles.picture} src={url} alt={`Where the bill says ${of}`} /> : null;
}

interface Filled {
  id: string;
  value: string;
}

/**
 * What bills say, offered beside the form (READ-1): each value with the piece of the bill that it was read from, taken
 * or put away with one tap. Only a sure amount fills an empty field, marked, and one tap takes it back. What was typed
 * is never replaced without a tap. Nothing leaves the device.
 */
export function BillSuggestions({
  bills,
  today,
  flush,
  onRead,
  mayAsk,
  invoices,
  self,
  ...fields
}: BillSuggestionsProps): ReactElement {
  const [found, setFound] = useState<readonly Suggestion[]>([]);
  const [away, setAway] = useState<readonly string[]>([]);
  const [filled, setFilled] = useState<Filled>();
  const [scans, setScans] = useState<readonly string[]>([]);
  const [over, setOver] = useState<readonly string[]>([]);
  const [arePhotosIdle, setPhotosIdle] = useState(false);
  const fieldOf = (field: ReadField): SuggestedField | undefined =>
    ({ total: fields.amount, day: fields.day, merchant: fields.remarks })[field];
  const fill = (field: ReadField, value: string): void => fieldOf(field)?.set(value);

  const take = (bill: FormBill, read: ReadBill): void => {
    onRead(bill.localId, ({ code }) => ({ ...suggestedOf(read.reading), ...(code !== undefined && { code }) }));
    const own = suggestionsOf(bill, read).filter(({ field }) => fieldOf(field));
    const isOwn = ({ id }: { id: string }): boolean => id.startsWith(`${bill.localId} `);
    setFound((before) => [...before.filter((one) => !isOwn(one)), ...own]);
    const amount = own.find(({ field, sure }) => field === 'total' && sure);
    let empty = fields.amount.value() === '';
    if (filled && isOwn(filled) && filled.value !== amount?.value) {
      // It was filled in before the whole bill was read, and does not hold.
      setFilled(undefined);
      if (fields.amount.value() === filled.value) {
        fields.amount.set('');
        empty = true;
      }
    }
    if (!amount || !empty || away.includes(amount.id)) return;
    fields.amount.set(amount.value);
    setFilled(amount);
  };

  const wanted = bills.filter(readable);
  const shown = found.filter(
    ({ id, field, value }) =>
      wanted.some(({ localId }) => id.startsWith(localId)) &&
      !away.includes(id) &&
      (id === filled?.id || fieldOf(field)?.value() !== value),
  );
  const howRead = (bill: FormBill): BillReaderProps['as'] =>
    scans.includes(bill.localId) ? 'scan' : isPdf(bill) ? 'text' : 'photo';
  const readerOf = (bill: FormBill): ReactElement => (
    <BillReader
      key={bill.localId}
      bill={bill}
      as={howRead(bill)}
      today={today}
      flush={flush}
      onRead={(read) => take(bill, read)}
      onScan={() => setScans((before) => [...before, bill.localId])}
      onSettled={(isSettled) =>
        setOver((before) => [...before.filter((id) => id !== bill.localId), ...(isSettled ? [bill.localId] : [])])
      }
    />
  );
  const texts = wanted.filter((bill) => howRead(bill) === 'text');
  const pictures = wanted.filter((bill) => howRead(bill) !== 'text');
  const settled = bills
    .filter(({ busy, toFit }) => busy !== true && toFit === undefined)
    .filter(
      (bill) =>
        !readable(bill) || over.includes(bill.localId) || (arePhotosIdle && pictures.some((one) => one === bill)),
    )
    .map(({ localId }) => localId);
  const putAway = (id: string): void => setAway((before) => [...before, id]);
  return (
    <>
      {texts.map(readerOf)}
      {pictures.length > 0 ? <PhotoLeave onIdle={setPhotosIdle}>{pictures.map(readerOf)}</PhotoLeave> : null}
      {shown.length > 0 ? (
        <section className={styles.box} aria-label="Read from the bill">
          <h3>Read from the bill</h3>
          <ul>
            {shown.map(({ id, field, label, text, value, picture, bill }) => (
              <li key={id}>
                <p>
                  <span className={styles.label}>{label}</span> <b>{text}</b>
                  <span className={styles.bill}>{id === filled?.id ? `filled in from “${bill}”` : `in “${bill}”`}</span>
                </p>
                {picture ? <Picture bytes={picture} of={text} /> : null}
                <div className={styles.actions}>
                  {id === filled?.id ? (
                    <Action
                      small
                      onClick={() => {
                        if (fieldOf(field)?.value() === value) fill(field, '');
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
                        fill(field, value);
                        putAway(id);
                      }}
                    >
                      {`Use ${label.toLowerCase()}`}
                    </Action>
                  )}
                  <Action
                    small
                    onClick={() => {
                      if (id === filled?.id) setFilled(undefined);
                      putAway(id);
                    }}
                  >
                    {id === filled?.id ? 'Keep it' : `Dismiss ${label.toLowerCase()}`}
                  </Action>
                </div>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <UsedBills bills={bills} invoices={invoices} self={self} settled={mayAsk ? settled : []} />
    </>
  );
}
