import { useState, type FormEvent, type ReactElement } from 'react';
import { saveGstins } from '#contract/calls/gstKeys.ts';
import { call } from '#data/http.ts';
import { parseGstins } from '#domain/gstInvoice/settings.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { toast } from '#ui/toast.ts';

export interface GstinsDialogProps {
  gstins: readonly string[];
  version: number;
  onClose: () => void;
}

/** The organisation's GSTINs, one a line (GST-6). */
export function GstinsDialog({ gstins, version, onClose }: GstinsDialogProps): ReactElement {
  const { busy, failure, errors, run } = useOnlineCall(saveGstins);
  // As they were when the form was opened: the page behind it may learn of another version.
  const [base] = useState(version);
  const [text, setText] = useState(gstins.join('\n'));
  const [wrong, setWrong] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const parsed = parseGstins(text.split(/[\s,;]+/));
    setWrong('message' in parsed ? parsed.message : undefined);
    if (busy || 'message' in parsed) return;
    const body = { gstins: parsed.value };
    if (!(await run([base, body], (key) => call(saveGstins, { body, ifMatch: base, key })))) return;
    toast.success('The GSTINs are saved.');
    onClose();
  };
  return (
    <FormDialog
      title="GSTINs of the organisation"
      onClose={onClose}
      way={{ mode: 'edit', onSubmit: (event) => void submit(event), busy, failure }}
    >
      <TextArea
        label="GSTINs"
        optional
        hint="One a line. A bill to one of them is marked ‘Input credit possible’."
        value={text}
        error={wrong ?? errors['gstins']}
        onChange={(typed) => {
          setText(typed);
          setWrong(undefined);
        }}
      />
    </FormDialog>
  );
}
