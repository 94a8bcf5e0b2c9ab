import type { ReactElement } from 'react';
import type { TallyStatus } from '#contract/tally.ts';
import { tallyStatusColour, tallyStatusLabel } from '#domain/tallyWords.ts';
import { Tag, type Tone } from '#ui/Tag.tsx';

const TONES: Readonly<Record<ReturnType<typeof tallyStatusColour>, Tone>> = {
  gray: 'plain',
  blue: 'info',
  green: 'good',
  red: 'bad',
};

/** How far a batch or a voucher has come, in words. */
export const StatusTag = ({ status }: { status: TallyStatus }): ReactElement => (
  <Tag tone={TONES[tallyStatusColour(status)]}>{tallyStatusLabel(status)}</Tag>
);
