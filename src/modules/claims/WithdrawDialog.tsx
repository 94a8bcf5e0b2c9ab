import type { ReactElement } from 'react';
import { messageOf } from '#data/errors.ts';
import { submit } from '#data/submit.ts';
import type { ActionDialogProps } from '#list/definition.ts';
import { notifyWhenSaved } from '#list/savedNotice.ts';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Question } from '#ui/Question.tsx';
import { toast } from '#ui/toast.ts';
import { withdrawCommand, type Withdrawal } from './withdraw.ts';

/** Asks whether a claim is to be withdrawn; says why not when it no longer can be. */
export function WithdrawDialog<Row>({
  row,
  readOnly,
  withdrawal,
  onClose,
}: ActionDialogProps<Row> & { withdrawal: Withdrawal<Row> }): ReactElement {
  const verdict = withdrawal.can(row);
  if (readOnly || !verdict.ok) {
    return (
      <Dialog
        small
        size={420}
        title="Withdraw this claim?"
        onClose={onClose}
        footer={<Action onClick={onClose}>Close</Action>}
      >
        <p style={{ margin: 0, lineHeight: 1.5 }}>{verdict.ok ? 'Only its owner can withdraw it.' : verdict.message}</p>
      </Dialog>
    );
  }
  const withdraw = async (): Promise<void> => {
    try {
      const entry = await submit(withdrawCommand(withdrawal, row));
      notifyWhenSaved(entry.id);
      onClose();
    } catch (error) {
      toast.error(`${messageOf(error)} The claim is NOT withdrawn.`);
    }
  };
  return (
    <Question
      title="Withdraw this claim?"
      text="Your manager will no longer see it, and this cannot be undone. You can file it again."
      yes="Withdraw"
      onNo={onClose}
      onYes={() => void withdraw()}
    />
  );
}
