import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PendingCounts } from '#contract/home.ts';
import { pendingCountOf } from '#domain/home.ts';
import { Notice } from '#ui/Notice.tsx';
import { useOutboxSummary } from '#data/entries.ts';
import { deviceWord } from '#ui/usePhone.ts';

/** Says on the home page that somebody asked, or has answered; nothing when nobody did. */
export function EnquiryNote({ counts }: { counts: PendingCounts | null }): ReactElement | null {
  const waiting = counts && pendingCountOf('/enquiries', counts);
  if (!waiting) return null;
  return (
    <Notice tone="info" actions={<Link to="/enquiries">Open the enquiries</Link>}>
      {`${waiting.words}.`}
    </Notice>
  );
}

/** Says on the home page that something is not sent yet; nothing when all is. */
export function OutboxNote(): ReactElement | null {
  const { total, needsYou } = useOutboxSummary();
  if (total === 0) return null;
  return (
    <Notice
      tone={needsYou > 0 ? 'bad' : 'wait'}
      icon={needsYou > 0 ? 'warning' : 'clock'}
      actions={<Link to="/outbox">Open the outbox</Link>}
    >
      {needsYou > 0
        ? `${needsYou} of your items ${needsYou === 1 ? 'needs' : 'need'} you.`
        : `${total} ${total === 1 ? 'item is' : 'items are'} saved on this ${deviceWord()} and will be sent by ` +
          `${total === 1 ? 'itself' : 'themselves'}.`}
    </Notice>
  );
}
