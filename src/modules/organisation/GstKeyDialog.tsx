import { useState, type FormEvent, type ReactElement } from 'react';
import { addGstKey } from '#contract/calls/gstKeys.ts';
import type { FieldErrors } from '#contract/error.ts';
import { MAX_GST_PEM } from '#contract/limits.ts';
import { call } from '#data/http.ts';
import { parseGstKey } from '#domain/gstInvoice/settings.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { DayInput } from '#ui/DayInput.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { TextInput } from '#ui/TextInput.tsx';
import { toast } from '#ui/toast.ts';

const EMPTY = { pem: '', kid: '', validFrom: '', validTo: '' };

/** A key of a portal, with the days between which it signed (GST-5). */
export function GstKeyDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { busy, failure, errors, run } = useOnlineCall(addGstKey);
  const [values, setValues] = useState(EMPTY);
  const [wrong, setWrong] = useState<FieldErrors>({});
  const said = { ...errors, ...wrong };
  const set = (name: keyof typeof EMPTY) => (value: string) => {
    setValues((before) => ({ ...before, [name]: value }));
    setWrong(({ [name]: _mended, ...others }) => others);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const { kid, validTo } = values;
    const parsed = parseGstKey({ ...values, validTo: validTo === '' ? null : validTo });
    setWrong(parsed.ok ? {} : parsed.errors);
    if (busy || !parsed.ok) return;
    const body = { ...parsed.value, kid: kid === '' ? null : parsed.value.kid };
    if (!(await run(body, (key) => call(addGstKey, { body, key })))) return;
    toast.success('The key is added.');
    onClose();
  };
  return (
    <FormDialog
      title="Add a key"
      onClose={onClose}
      way={{ mode: 'create', submitWord: 'Add', onSubmit: (event) => void submit(event), busy, failure }}
    >
      <TextArea
        label="Key"
        hint="The portal’s file, from -----BEGIN to the end: a public key or a certificate."
        value={values.pem}
        maxLength={MAX_GST_PEM}
        error={said['pem']}
        onChange={set('pem')}
      />
      <TextInput
        label="Key id"
        optional
        hint="Its kid, to tell an altered code from one of another key. A certificate says it itself."
        value={values.kid}
        maxLength={100}
        capitals="characters"
        error={said['kid']}
        onChange={set('kid')}
      />
      <DayInput
        label="First day"
        hint="From which the portal signed with it."
        value={values.validFrom}
        error={said['validFrom']}
        onChange={set('validFrom')}
      />
      <DayInput label="Last day" optional value={values.validTo} error={said['validTo']} onChange={set('validTo')} />
    </FormDialog>
  );
}
