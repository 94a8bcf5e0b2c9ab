/**
 * Whether an answer is somebody else's than it was asked for (P14). What does not say whose it is comes from a server
 * that cannot.
 */
export const isForeignAnswer = (askedFor: string | undefined, answers: string | null): boolean =>
  askedFor !== undefined && answers !== null && answers !== askedFor;
