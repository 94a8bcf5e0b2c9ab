import { useState, type ReactElement } from 'react';
import { useWatch, type Path, type PathValue, type UseFormReturn } from 'react-hook-form';
import type { GstInvoice } from '#domain/gstInvoice/invoice.ts';
import { optionalPart } from '#ui/lazyPart.tsx';
import type { BillValues } from './billValues.ts';
import { GstCodes } from './GstCodes.tsx';
import { looksOf, type OnRead } from './readings.ts';

/** A form goes on without the code, which is not on every device yet: then nothing is offered. */
const LazySuggestions = optionalPart(() =>
  import('./BillSuggestions.tsx').then(({ BillSuggestions }) => BillSuggestions),
);

interface ReadValues extends BillValues {
  claimAmount: string;
  expenseDate: string;
  remarks: string;
}

export interface ReadBillsProps<V extends ReadValues> {
  form: UseFormReturn<V>;
  today: string;
  /** Which of its fields says what it is for. */
  type: Path<V>;
  flush: () => Promise<void>;
  /** The day is chosen elsewhere. */
  fixedDay?: boolean;
  /** What the claim itself is known by: its id, and those of its entries. */
  self: readonly string[];
}

/**
 * What bills of a claim and their signed codes say, beside its fields, and whether they were used before (READ-1,
 * GST-7, DOC-22); the code comes with them.
 */
export function ReadBills<V extends ReadValues>({
  form,
  today,
  type,
  flush,
  fixedDay = false,
  self,
}: ReadBillsProps<V>): ReactElement | null {
  const [invoices, setInvoices] = useState<Readonly<Record<string, GstInvoice>>>({});
  const [looked, setLooked] = useState('');
  const [bills = []] = useWatch({
    control: form.control,
    name: ['billUrl', 'claimAmount', 'expenseDate', 'remarks', type] as Path<V>[],
  }) as V['billUrl'][];
  if (!bills.some(({ bytes }) => bytes)) return null;
  const field = (name: 'claimAmount' | 'expenseDate' | 'remarks') => ({
    value: () => form.getValues(name as Path<V>) as string,
    set: (value: string) =>
      form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, {
        shouldDirty: true,
        shouldTouch: true,
        shouldValidate: true,
      }),
  });
  const onRead: OnRead = (localId, step) => {
    const name = 'billUrl' as Path<V>;
    const now = (form.getValues(name) as V['billUrl']).map((bill) =>
      bill.localId === localId ? { ...bill, reading: step(bill.reading ?? {}) } : bill,
    );
    form.setValue(name, now as PathValue<V, Path<V>>);
  };
  const read = { bills, flush, onRead, amount: field('claimAmount'), ...(!fixedDay && { day: field('expenseDate') }) };
  const isWhole = [read.amount.value(), read.day?.value(), form.getValues(type)].every((value) => value !== '');
  return (
    <>
      <GstCodes
        {...read}
        onLooked={setLooked}
        onVerified={(localId, invoice) => setInvoices((before) => ({ ...before, [localId]: invoice }))}
      />
      <LazySuggestions
        {...read}
        today={today}
        remarks={field('remarks')}
        invoices={invoices}
        self={self}
        mayAsk={isWhole && looked === looksOf(bills)}
      />
    </>
  );
}
