import { render, screen, waitFor } from '@testing-library/react';
import { useEffect, useState, type ReactElement } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { reachable } from '#ui/reachable.ts';

function Frame({ withButton, disabled = false }: { withButton: boolean; disabled?: boolean }): ReactElement {
  // As in a dialog, whose content stands in the page one step later than the dialog itself.
  const [there, setThere] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the second step is what is tested
  useEffect(() => setThere(true), []);
  if (!there) return <></>;
  return (
    <div ref={reachable} data-testid="frame">
      <p>More than fits</p>
      {withButton && (
        <button type="button" disabled={disabled}>
          Open
        </button>
      )}
    </div>
  );
}

beforeAll(() => {
  // Nothing has a size here: every frame is taller inside than outside.
  Object.defineProperty(HTMLElement.prototype, 'scrollHeight', { configurable: true, get: () => 500 });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 100 });
});

it('U: what scrolls takes the focus itself exactly while nothing in it can, also as its content changes', async () => {
  const { rerender } = render(<Frame withButton={false} />);
  const frame = screen.getByTestId('frame');
  expect(frame).toHaveAttribute('tabindex', '0');
  rerender(<Frame withButton />);
  await waitFor(() => expect(frame).not.toHaveAttribute('tabindex'));
  rerender(<Frame withButton disabled />);
  await waitFor(() => expect(frame).toHaveAttribute('tabindex', '0'));
  rerender(<Frame withButton={false} />);
  await waitFor(() => expect(frame).toHaveAttribute('tabindex', '0'));
});
