import type { ReactElement } from 'react';
import { getHeldOnPerson } from '#contract/calls/held.ts';
import { SaveAction } from '#modules/claims/index.ts';

/** Saves what is held on somebody who left and cannot fetch it any more (PDA-1). */
export const HeldAction = ({ personId }: { personId: string }): ReactElement => (
  <SaveAction endpoint={getHeldOnPerson} id={personId} label="What is held" name="everything-held.zip" />
);
