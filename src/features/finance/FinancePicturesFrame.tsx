import type { ReactElement } from 'react';
import { WhenSeen } from '#claims/pictures/WhenSeen.tsx';
import { useSession } from '#data/session.ts';
import { lazyPart } from '#ui/lazyPart.tsx';

const FinancePictures = lazyPart(async () => (await import('./FinancePictures.tsx')).FinancePictures);

/** The place of finance's pictures (REP-7). */
export function FinancePicturesFrame(): ReactElement | null {
  const { roles } = useSession();
  if (!roles.isFinance) return null;
  return (
    <WhenSeen id="finance-pictures" title="Pictures">
      {(waiting) => <FinancePictures waiting={waiting} />}
    </WhenSeen>
  );
}
