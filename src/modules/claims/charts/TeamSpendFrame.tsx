import type { ReactElement } from 'react';
import { WhenVisible } from './WhenVisible.tsx';
import { useSession } from '#data/session.ts';
import { lazyPart } from '#ui/lazyPart.tsx';

const TeamSpend = lazyPart(async () => (await import('./TeamSpend.tsx')).TeamSpend);

/** The place of the picture beside a manager's queue (SPEND-3). */
export function TeamSpendFrame(): ReactElement | null {
  const { roles } = useSession();
  if (!roles.isManager) return null;
  return (
    <WhenVisible id="team-spend" title="What your team spends">
      {(waiting) => <TeamSpend waiting={waiting} />}
    </WhenVisible>
  );
}
