import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isReadingBills, type BillValues } from './billValues.ts';

/** What a person has made of the form, however its bills are read meanwhile. */
const typed = ({ billUrl = [], ...others }: Partial<BillValues>): string =>
  JSON.stringify([others, billUrl.map(({ localId }) => localId)]);

/**
 * Lets what was asked of a form wait for its bills: whoever taps 'Submit' while a photo is made to fit need not tap
 * again (DOC-17). `after` does it once they are ready, unless the form has closed or was changed: half an amount is not
 * what was submitted. `waiting` is true until then.
 */
export function useBillsRead<Values extends FieldValues>(
  form: UseFormReturn<Values>,
): { waiting: boolean; after: (act: () => void) => void } {
  const [waiting, setWaiting] = useState(false);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  return {
    waiting,
    after(act) {
      if (!isReadingBills(form.getValues())) return act();
      const asked = typed(form.getValues());
      setWaiting(true);
      stop.current?.();
      stop.current = form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const same = typed(values) === asked;
          if (same && isReadingBills(values)) return;
          stop.current?.();
          setWaiting(false);
          if (same) act();
        },
      });
    },
  };
}
