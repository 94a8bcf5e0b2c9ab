import { fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DayInput } from '#ui/DayInput.tsx';
import { show } from '#tests/support/screen.tsx';

vi.mock('#ui/Calendar.tsx', () => Promise.reject(new TypeError('error loading module script')));

it('S3: a calendar that does not come is no fault of the page while nobody has opened it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const unheard = vi.fn<() => void>();
  process.on('unhandledRejection', unheard);
  onTestFinished(() => void process.off('unhandledRejection', unheard));
  show(<DayInput label="Expense date" value="" onChange={() => undefined} />);
  fireEvent.pointerEnter(screen.getByRole('button', { name: 'Open calendar of Expense date' }));
  for (let turn = 0; turn < 10; turn += 1) {
    await vi.advanceTimersByTimeAsync(2_000);
    await new Promise(setImmediate);
  }
  expect(unheard).not.toHaveBeenCalled();
});
