import { useRef, type ReactElement } from 'react';
import type { RecordFace } from '#contract/record.ts';
import { submit } from '#data/submit.ts';
import { parseQuestion } from '#domain/enquiry.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { askCommand } from './enquiries.ts';
import { WordsForm } from './WordsForm.tsx';

export interface AskDialogProps {
  about: RecordFace;
  /** Who raised it. */
  of: string;
  onClose: () => void;
  /** The question is safely on the device. */
  onAsked: () => void;
}

/** A question about a record, asked where it is to be decided; its draft is the one of the record's own page. */
export function AskDialog({ about, of, onClose, onAsked }: AskDialogProps): ReactElement {
  const asked = useRef(false);
  return (
    <Dialog small size={480} title={`Ask ${of}`} onClose={onClose}>
      <WordsForm
        label="Question"
        button="Send question"
        start=""
        hint={`${of} sees it and answers. Everybody who may see this request can read both.`}
        draftKey={`question/${about.id}`}
        parse={(question) => parseQuestion({ question })}
        store={async (question, draft) => {
          const entry = await submit(askCommand(about, question, draft));
          asked.current = true;
          return entry;
        }}
        onClose={() => (asked.current ? onAsked() : onClose())}
      />
    </Dialog>
  );
}
