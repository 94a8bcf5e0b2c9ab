import type { AuditRow } from '#contract/audit.ts';

/** Who did it, and for whom. */
export const whoText = ({ by, onBehalfOf }: Pick<AuditRow, 'by' | 'onBehalfOf'>): string =>
  `${by ?? 'Nobody signed in'}${onBehalfOf === null ? '' : ` for ${onBehalfOf}`}`;
