import { useEffect, useEffectEvent, useRef, useState, type ReactElement } from 'react';
import type { GstFacts } from '#contract/gst.ts';
import { claimableOf, UNVERIFIED_WORDS, type GstInvoice } from '#domain/gstInvoice/invoice.ts';
import { verifyGstCode, type GstCode as Code } from '#domain/gstInvoice/verify.ts';
import { groupTyped, toRupees } from '#domain/money.ts';
import type { FormBill } from '#files/bill.ts';
import { codesOf } from '#files/gst/gstReader.ts';
import { Action } from '#ui/Action.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Tag } from '#ui/Tag.tsx';
import type { SuggestedField } from './BillSuggestions.tsx';
import { EInvoice } from './EInvoice.tsx';
import styles from './GstCode.module.css';
import { hasBytes, lookOf, looksOf, type OnRead } from './readings.ts';

export interface GstCodeProps {
  bills: readonly FormBill[];
  facts: GstFacts;
  /** Puts the form with its bills on the device: nothing is read off a bill before it is safe. */
  flush: () => Promise<void>;
  onRead: OnRead;
  onVerified: (localId: string, invoice: GstInvoice) => void;
  /** All of these were looked at, as `looksOf` names them. */
  onLooked: (looks: string) => void;
  amount: SuggestedField;
  /** Missing where the day is chosen elsewhere. */
  day?: SuggestedField;
}

interface Found {
  localId: string;
  code: Code;
}

/** As the form has it; null where there is none to claim. */
function amountIn(invoice: GstInvoice): string | null {
  const paise = claimableOf(invoice);
  return paise === null ? null : groupTyped(String(toRupees(paise)));
}

interface ReadCode {
  text: string;
  code: Code;
}

/**
 * The first signed code on a bill, else the one that the camera saw with it, which may have been another bill's
 * (GST-11), and what it is; null where there is none, or it cannot be read.
 */
async function codeOn(
  { bytes, type, reading }: FormBill,
  keys: GstFacts['keys'],
  signal: AbortSignal,
): Promise<ReadCode | null> {
  try {
    for await (const text of codesOf(bytes as ArrayBuffer, type, signal)) {
      const code = await verifyGstCode(text, keys);
      if (code) return { text, code };
    }
  } catch {
    // A bill without a code that can be read is a bill.
  }
  const text = reading?.code;
  const code = text === undefined ? null : await verifyGstCode(text, keys);
  return text !== undefined && code ? { text, code } : null;
}

/**
 * What the signed codes of GST e-invoices on a form's bills say (GST-7): facts that are verified, marked as such, whose
 * value fills an empty amount and goes with one tap; or in a sentence why they are not. Nothing leaves the device.
 */
export function GstCode({
  bills,
  facts,
  flush,
  onRead,
  onVerified,
  onLooked,
  amount,
  day,
}: GstCodeProps): ReactElement {
  const [found, setFound] = useState<readonly Found[]>([]);
  const [filled, setFilled] = useState<string>();
  const [read] = useState(() => new Set<string>());
  const wanted = bills.filter(hasBytes);
  const names = looksOf(bills);

  const next = useEffectEvent(() => wanted.find((bill) => !read.has(lookOf(bill)) && !read.has(bill.localId)));
  const take = useEffectEvent(({ localId }: FormBill, readCode: ReadCode | null): void => {
    if (!readCode || wanted.every((bill) => bill.localId !== localId)) return;
    const { text, code } = readCode;
    read.add(localId);
    onRead(localId, (before) => ({ ...before, code: text }));
    setFound((before) => [...before, { localId, code }]);
    if (code.state === 'verified') onVerified(localId, code.invoice);
    const value = code.state === 'verified' ? amountIn(code.invoice) : null;
    if (value === null || amount.value() !== '') return;
    amount.set(value);
    setFilled(localId);
  });
  const tell = useEffectEvent(() => onLooked(names));
  const verify = useEffectEvent(async (bill: FormBill, signal: AbortSignal) => {
    await flush();
    return signal.aborted ? null : codeOn(bill, facts.keys, signal);
  });
  // One bill after the other; what a bill becomes meanwhile does not end its reading.
  const running = useRef<AbortSignal>(undefined);
  const gone = useRef<AbortSignal>(undefined);
  useEffect(() => {
    const own = new AbortController();
    gone.current = own.signal;
    return () => own.abort();
  }, []);
  useEffect(() => {
    const signal = gone.current;
    if (!signal || running.current === signal) return;
    running.current = signal;
    const readAll = async (): Promise<void> => {
      for (let bill = next(); bill; bill = next()) {
        const readCode = await verify(bill, signal);
        if (signal.aborted) return;
        read.add(lookOf(bill));
        take(bill, readCode);
      }
      running.current = undefined;
      tell();
    };
    void readAll();
  }, [names, read]);

  return (
    <>
      {found.flatMap(({ localId, code }) => {
        const bill = wanted.find((one) => one.localId === localId);
        if (!bill) return [];
        if (code.state !== 'verified') return [<Unverified key={localId} bill={bill.name} state={code.state} />];
        const takeBack = (): void => {
          if (amount.value() === amountIn(code.invoice)) amount.set('');
          setFilled(undefined);
        };
        return [
          <Verified
            key={localId}
            bill={bill.name}
            invoice={code.invoice}
            gstins={facts.gstins}
            amount={amount}
            {...(day && { day })}
            onTakeBack={localId === filled ? takeBack : undefined}
          />,
        ];
      })}
    </>
  );
}

const Unverified = ({ bill, state }: { bill: string; state: 'altered' | 'unknownKey' }): ReactElement => (
  <Notice {...(state === 'altered' ? { tone: 'bad', icon: 'warning', role: 'alert' } : { role: 'status' })}>
    {UNVERIFIED_WORDS[state]} <span className={styles.bill}>{`in “${bill}”`}</span>
  </Notice>
);

interface VerifiedProps {
  bill: string;
  invoice: GstInvoice;
  gstins: readonly string[];
  amount: SuggestedField;
  day?: SuggestedField;
  /** Of the amount that was filled in. */
  onTakeBack: (() => void) | undefined;
}

function Verified({ bill, invoice, gstins, amount, day, onTakeBack }: VerifiedProps): ReactElement {
  const claimable = amountIn(invoice);
  const offers = [
    ...(claimable === null ? [] : [{ word: 'amount', field: amount, value: claimable }]),
    ...(day ? [{ word: 'date', field: day, value: invoice.day }] : []),
  ].filter(({ field, value }) => field.value() !== value);
  return (
    <EInvoice
      bill={bill}
      title={
        <>
          GST e-invoice
          <Tag tone="good" icon="check">
            Verified
          </Tag>
        </>
      }
      invoice={{ ...invoice, value: toRupees(invoice.value) }}
      gstins={gstins}
    >
      <p className={styles.bill}>{onTakeBack ? `Amount filled in from “${bill}”` : `in “${bill}”`}</p>
      <div className={styles.actions}>
        {onTakeBack ? (
          <Action small onClick={onTakeBack}>
            Take amount back
          </Action>
        ) : null}
        {offers.map((offer) => (
          <Action key={offer.word} small onClick={() => offer.field.set(offer.value)}>
            {`Use ${offer.word}`}
          </Action>
        ))}
      </div>
    </EInvoice>
  );
}
