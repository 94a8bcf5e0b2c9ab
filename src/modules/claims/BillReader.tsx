import { useEffect, useEffectEvent, useState, type ReactElement } from 'react';
import type { FormBill } from '#files/bill.ts';
import { readPhoto } from '#files/reading/photoReading.ts';
import type { ReadBill } from '#files/reading/readBill.ts';
import { Action } from '#ui/Action.tsx';
import { deviceWord } from '#ui/usePhone.ts';
import styles from './Suggestions.module.css';

export interface BillReaderProps {
  bill: FormBill;
  today: string;
  /** Puts the form with its bills on the device: nothing is read off a bill before it is safe. */
  flush: () => Promise<void>;
  /** What the bill says: its sure total while the rest is being read, then all. */
  onRead: (read: ReadBill) => void;
  /** How it is read: a PDF by its text, and where that says nothing as a scan. */
  as: 'text' | 'scan' | 'photo';
  onScan?: () => void;
  /** Whether it is not being read any more. */
  onSettled: (isSettled: boolean) => void;
}

export const isPdf = ({ type }: FormBill): boolean => type === 'application/pdf';

const saysNothing = (read: ReadBill | null): boolean =>
  !read || (!read.reading.total && !read.reading.day && !read.reading.merchant);

/** Of a photo or scan: what comes of it, where that is not a suggestion. */
const SAID = {
  nothing: (name: string): string => `No amount, date or merchant could be read in “${name}”. Please type them.`,
  failed: (name: string): string =>
    `“${name}” could not be read on this ${deviceWord()}. It stays attached; please type what it says.`,
};

/**
 * Reads one bill for as long as it is on the form. Of a photo or scan it says when it is being read, which can be
 * cancelled, and what to do where that leads to nothing; text is quick, and where there is none `onScan` hears of it.
 */
export function BillReader({
  bill,
  today,
  flush,
  onRead,
  as,
  onScan,
  onSettled,
}: BillReaderProps): ReactElement | null {
  const [state, setState] = useState<'waiting' | 'reading' | 'over' | 'nothing' | 'failed'>('waiting');
  const [cancelled] = useState(() => new AbortController());
  const tell = useEffectEvent(onRead);
  const settle = useEffectEvent(onSettled);
  const read = useEffectEvent(async (signal: AbortSignal): Promise<ReadBill | null> => {
    await flush();
    signal.throwIfAborted();
    const bytes = bill.bytes as ArrayBuffer;
    const of = { signal, onTurn: () => setState('reading'), onNews: tell };
    switch (as) {
      case 'photo':
        return readPhoto({ bytes, type: bill.type, today }, of);
      case 'scan':
        return (await import('#files/reading/pdfScan.ts')).readScan(bytes, today, of);
      case 'text':
        return (await import('#files/reading/pdfReading.ts')).readPdf(bytes, today, signal);
    }
  });
  const found = useEffectEvent((result: ReadBill | null): void => {
    if (result) onRead(result);
    else onScan?.();
    // What has no text is read again, as a scan.
    settle(result !== null || as !== 'text');
    setState(saysNothing(result) ? 'nothing' : 'over');
  });
  useEffect(() => {
    const gone = new AbortController();
    const signal = AbortSignal.any([gone.signal, cancelled.signal]);
    settle(false);
    read(signal).then(
      (result) => {
        if (!signal.aborted) found(result);
      },
      () => {
        if (gone.signal.aborted) return;
        setState(cancelled.signal.aborted ? 'over' : 'failed');
        settle(true);
      },
    );
    return () => gone.abort();
  }, [cancelled]);

  if (state === 'waiting' || state === 'over' || as === 'text') return null;
  if (state !== 'reading')
    return (
      <p className={styles.said} role="status">
        {SAID[state](bill.name)}
      </p>
    );
  return (
    <div className={styles.reader}>
      <p role="status">{`Reading “${bill.name}”…`}</p>
      <Action small onClick={() => cancelled.abort()}>
        Stop reading
      </Action>
    </div>
  );
}
