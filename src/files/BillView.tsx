import { useState, type ReactElement } from 'react';
import { typeOf } from '#data/documents.ts';
import { useOnline } from '#data/online.ts';
import { Action } from '#ui/Action.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { ImageView } from './ImageView.tsx';
import { useBill, useSmallBill } from './loadBill.ts';
import type { BillSource } from './source.ts';
import styles from './Viewer.module.css';

const PdfView = lazyPart(() => import('./PdfView.tsx').then((module) => module.PdfView));

const blank = <div className={styles.stage} aria-busy="true" />;

/** One bill, drawn in place, whatever its kind and wherever it is. */
export function BillView({ source }: { source: BillSource }): ReactElement {
  const bill = useBill(source);
  const online = useOnline();
  const small = useSmallBill(source, !bill.data);
  const [broken, setBroken] = useState<string | null>(null);
  // Without a network nobody waits for the whole of it.
  if (!bill.data && small.data && (bill.isError || !online)) {
    return (
      <>
        <ImageView
          key={source.id}
          bytes={small.data}
          type={typeOf(small.data)}
          name={source.name}
          onBroken={() => undefined}
        />
        <div className={styles.small} role="status">
          <span>Small preview: the full bill needs a connection.</span>
          <Action small icon="retry" onClick={() => void bill.refetch()}>
            Try again
          </Action>
        </div>
      </>
    );
  }
  if (bill.isPending) {
    return (
      <div className={styles.stage} data-empty aria-busy="true">
        <p className={styles.message} role="status">
          Loading the bill…
        </p>
      </div>
    );
  }
  if (bill.isError) {
    return (
      <div className={styles.stage} data-empty>
        <div className={styles.message} role="alert">
          <span>{`This bill could not be loaded. ${bill.error.message}`}</span>
          <Action icon="retry" onClick={() => void bill.refetch()}>
            Try again
          </Action>
        </div>
      </div>
    );
  }
  const { bytes, type } = bill.data;
  if (broken === source.id) {
    return (
      <div className={styles.stage} data-empty>
        <p className={styles.message} role="alert">
          {type === 'image/heic'
            ? 'This browser cannot show HEIC photos.'
            : 'This file cannot be shown. It may be damaged.'}
        </p>
      </div>
    );
  }
  const shown = { bytes, name: source.name, onBroken: () => setBroken(source.id) };
  return type === 'application/pdf' ? (
    <PdfView key={source.id} {...shown} fallback={blank} />
  ) : (
    <ImageView key={source.id} {...shown} type={type} />
  );
}
