import { useState, type FormEvent, type ReactElement } from 'react';
import { endGstKey } from '#contract/calls/gstKeys.ts';
import type { GstKeyRow } from '#contract/gstSettings.ts';
import { call } from '#data/http.ts';
import { addDays, formatDay } from '#domain/dates.ts';
import { parseGstKeyEnd } from '#domain/gstInvoice/settings.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { DayInput } from '#ui/DayInput.tsx';
import { toast } from '#ui/toast.ts';

/** The last day of a key (GST-5). */
export function GstKeyEndDialog({ row, onClose }: { row: GstKeyRow; onClose: () => void }): ReactElement {
  const { busy, failure, errors, run } = useOnlineCall(endGstKey);
  const [{ keyId, validFrom, validTo }] = useState(row);
  const [day, setDay] = useState(validTo ?? '');
  const [wrong, setWrong] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const parsed = parseGstKeyEnd(day, validFrom);
    setWrong('message' in parsed ? parsed.message : undefined);
    if (busy || 'message' in parsed) return;
    const at = { parts: { id: keyId }, body: { validTo: parsed.value } };
    if (!(await run([keyId, at.body], (key) => call(endGstKey, { ...at, key })))) return;
    toast.success(`The last day of the key is ${formatDay(parsed.value)}.`);
    onClose();
  };
  return (
    <FormDialog
      title="Last day of the key"
      onClose={onClose}
      way={{ mode: 'edit', onSubmit: (event) => void submit(event), busy, failure }}
    >
      <DayInput
        label="Last day"
        hint={`Codes of later days are of an unknown key. ${formatDay(addDays(validFrom, -1))}: it verifies nothing.`}
        value={day}
        error={wrong ?? errors['validTo']}
        onChange={(typed) => {
          setDay(typed);
          setWrong(undefined);
        }}
      />
    </FormDialog>
  );
}
