import { createFileRoute } from '@tanstack/react-router';
import { VOUCHER_FILTERS } from '#modules/tally/index.ts';
import { TallyBatchPage } from '#modules/tally/screens/TallyBatchPage.tsx';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/tally-detail-service/$id')({
  staticData: { title: 'Tally Batch' },
  validateSearch: listSearch(VOUCHER_FILTERS),
  component: TallyBatchPage,
});
