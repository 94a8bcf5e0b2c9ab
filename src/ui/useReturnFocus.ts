import { useEffect, useState } from 'react';

/** When this goes away, the focus returns to where it was before, so that the keyboard goes on from there. */
export function useReturnFocus(): void {
  // Taken while rendering: the dialog's own focus moves in before any effect of ours.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before !== document.body && before.isConnected)
        before.focus({ preventScroll: true });
    },
    [before],
  );
}
