import type { FilterUse } from '#filters/catalogue.ts';

export const PENDING_FILTERS = [{ key: 'RECORD_KIND' }] as const satisfies readonly FilterUse[];
