import { useState, type FormEvent, type ReactElement } from 'react';
import { liftHold, setHold } from '#contract/calls/retention.ts';
import { MAX_REMARKS } from '#contract/limits.ts';
import { holdBody } from '#contract/retention.ts';
import { call } from '#data/http.ts';
import { missingIn, parseNeededRemarks } from '#domain/parsing.ts';
import { FormDialog } from '#form/FormDialog.tsx';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { toast } from '#ui/toast.ts';

/** Sets a legal hold on `id`, or lifts the hold that it names, with a reason (RET-6). */
export function ReasonDialog({
  does,
  id,
  onClose,
}: {
  does: 'set' | 'lift';
  id: string;
  onClose: () => void;
}): ReactElement {
  const entry = does === 'set' ? setHold : liftHold;
  const { busy, failure, errors, run } = useOnlineCall(entry);
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string>();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const parsed = parseNeededRemarks(reason, missingIn(holdBody.shape.reason));
    setWrong('message' in parsed ? parsed.message : undefined);
    if (busy || 'message' in parsed) return;
    const at = { parts: { id }, body: { reason: parsed.value } };
    if (!(await run([does, id, parsed.value], (key) => call(entry, { ...at, key })))) return;
    toast.success(does === 'set' ? 'Nothing of this is erased until the hold is lifted.' : 'The hold is lifted.');
    onClose();
  };
  return (
    <FormDialog
      title={does === 'set' ? 'Legal hold' : 'Lift the legal hold'}
      onClose={onClose}
      way={{
        mode: 'create',
        submitWord: does === 'set' ? 'Hold' : 'Lift',
        onSubmit: (event) => void submit(event),
        busy,
        failure,
      }}
    >
      <TextArea
        label="Reason"
        hint="It stands in the audit log."
        value={reason}
        maxLength={MAX_REMARKS}
        error={wrong ?? errors['reason']}
        onChange={(text) => {
          setReason(text);
          setWrong(undefined);
        }}
      />
    </FormDialog>
  );
}
