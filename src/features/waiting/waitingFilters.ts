import type { FilterUse } from '#filters/catalogue.ts';

export const WAITING_FILTERS = [{ key: 'RECORD_KIND' }] as const satisfies readonly FilterUse[];
