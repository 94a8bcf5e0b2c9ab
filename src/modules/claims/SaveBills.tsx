import type { ReactElement } from 'react';
import type { FormBill } from '#files/bill.ts';
import { Action } from '#ui/Action.tsx';

/** When the device is full, the photos can at least be kept outside of the app (X26). */
export function SaveBills({ bills }: { bills: readonly FormBill[] }): ReactElement | null {
  const own = bills.flatMap((bill) => (bill.bytes ? [{ name: bill.name, type: bill.type, bytes: bill.bytes }] : []));
  if (own.length === 0) return null;
  const save = (): void => {
    for (const { name, type, bytes } of own) {
      const url = URL.createObjectURL(new Blob([bytes], { type }));
      const link = Object.assign(document.createElement('a'), { href: url, download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    }
  };
  return (
    <Action small onClick={save}>
      Save the bills to this device
    </Action>
  );
}
