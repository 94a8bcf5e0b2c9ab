import type { ReactElement } from 'react';
import { getProofPack } from '#contract/calls/audit.ts';
import { SaveAction } from '#modules/claims/index.ts';

/** Saves the proof pack of a record (AUD-24). */
export const ProofAction = ({ id }: { id: string }): ReactElement => (
  <SaveAction endpoint={getProofPack} id={id} label="Proof pack" name={`proof-${id}.zip`} />
);
