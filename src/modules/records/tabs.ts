/** The views of one record (NAV-6). */
const RECORD_TABS = ['details', 'bills', 'history', 'enquiries'] as const;
export type RecordTab = (typeof RECORD_TABS)[number];

/** Any other value shows the details. */
export const tabOf = (raw: string | undefined): RecordTab => RECORD_TABS.find((each) => each === raw) ?? 'details';
