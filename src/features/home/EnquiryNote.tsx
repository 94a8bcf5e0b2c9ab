import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { WaitingCounts } from '#contract/home.ts';
import { waitingBehind } from '#domain/home.ts';
import { Notice } from '#ui/Notice.tsx';

/** Says on the home page that somebody asked, or has answered; nothing when nobody did. */
export function EnquiryNote({ counts }: { counts: WaitingCounts | null }): ReactElement | null {
  const waiting = counts && waitingBehind('/enquiries', counts);
  if (!waiting) return null;
  return (
    <Notice tone="info" actions={<Link to="/enquiries">Open the enquiries</Link>}>
      {`${waiting.words}.`}
    </Notice>
  );
}
