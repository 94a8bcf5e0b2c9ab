import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { isReadingBills } from './billValues.ts';

/**
 * Lets what was asked of a form wait for its bills: whoever taps 'Submit' while a photo is made to fit need not tap
 * again (DOC-17). `after` does it once they are ready, unless the form has closed; `waiting` is true until then.
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
      setWaiting(true);
      stop.current?.();
      stop.current = form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          if (isReadingBills(values)) return;
          stop.current?.();
          setWaiting(false);
          act();
        },
      });
    },
  };
}
