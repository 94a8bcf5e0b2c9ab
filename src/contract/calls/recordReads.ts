/** Reads that show or count any record: whatever changes a claim or a trip makes them stale. */
export const RECORD_READS = [
  'getRecord',
  'recordHistory',
  'searchMine',
  'searchWaiting',
  'countWaiting',
  'sumOwed',
  'sumTeamSpend',
  'sumFinancePictures',
] as const;
