import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { PendingCounts } from '#contract/home.ts';
import { pendingCountOf } from '#domain/home.ts';
import { Notice } from '#ui/Notice.tsx';

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
