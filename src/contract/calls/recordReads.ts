/** Reads that show any record: whatever changes a claim or a trip makes them stale. */
export const RECORD_READS = ['getRecord', 'recordHistory', 'searchMine'] as const;
