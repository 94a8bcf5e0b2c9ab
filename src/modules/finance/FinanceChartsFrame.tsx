import type { ReactElement } from 'react';
import { WhenVisible } from '#modules/claims/index.ts';
import { useSession } from '#data/session.ts';
import { lazyPart } from '#ui/lazyPart.tsx';

const FinanceCharts = lazyPart(async () => (await import('./FinanceCharts.tsx')).FinanceCharts);

/** The place of finance's pictures: fetched and drawn once it is looked at (REP-7). */
export function FinanceChartsFrame(): ReactElement | null {
  const { roles } = useSession();
  if (!roles.isFinance) return null;
  return (
    <WhenVisible id="finance-pictures" title="Pictures">
      {(waiting) => <FinanceCharts waiting={waiting} />}
    </WhenVisible>
  );
}
