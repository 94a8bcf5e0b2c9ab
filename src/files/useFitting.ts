import { useEffect, useEffectEvent } from 'react';
import type { FormBill } from './bill.ts';

/** The bill as it is now: one that this device cannot make fit stays as it was taken. */
async function fitted(bill: FormBill): Promise<FormBill> {
  const { toFit: _toFit, ...asItIs } = bill;
  try {
    const { fitBill } = await import('./fit.ts');
    return await fitBill(bill);
  } catch {
    return asItIs;
  }
}

/**
 * Makes photos of a form fit, one after the other, in their order (DOC-17), those of a draft too that was left before
 * they did. `settle` gets the bill as it was and as it is now.
 */
export function useFitting(
  bills: readonly FormBill[],
  disabled: boolean,
  settle: (bill: FormBill, fitted: FormBill) => void,
): void {
  const next = disabled ? undefined : bills.find((bill) => bill.toFit && bill.busy !== true);
  const settled = useEffectEvent(settle);
  const localId = next?.localId;
  useEffect(() => {
    if (!next) return;
    let gone = false;
    const run = async (): Promise<void> => {
      const now = await fitted(next);
      if (!gone) settled(next, now);
    };
    void run();
    return () => {
      gone = true;
    };
    // The photo of an id changes by being made to fit alone.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [localId]);
}
