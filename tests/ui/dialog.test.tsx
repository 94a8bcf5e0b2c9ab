import { useLayoutEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { Dialog } from '#ui/Dialog.tsx';
import { show } from '#tests/support/screen.tsx';

/** Somebody whose key comes as soon as the dialog is on the page, before React has run its effects. */
function QuickEscape() {
  useLayoutEffect(() => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  }, []);
  return null;
}

it('FIN-15: Escape closes a dialog from the moment in which it is drawn', () => {
  const closed = vi.fn();
  show(
    <>
      <Dialog title="Bill" onClose={closed}>
        A bill
      </Dialog>
      <QuickEscape />
    </>,
  );
  expect(closed).toHaveBeenCalledOnce();
});
