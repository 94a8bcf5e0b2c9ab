import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ListEmpty } from '#list/ListEmpty.tsx';

it.each([
  ['nothing is found', 0, 0, 'network', false, 'Content not found', 'File one.'],
  ['nothing matches', 0, 0, 'network', true, 'Content not found', 'Nothing matches these filters. File one.'],
  ['all rows of the page are being decided', 3, 0, 'network', false, 'Content not found', 'File one.'],
  ['the same on the device', 3, 0, 'device', false, 'Content not found', 'File one.'],
  ['the page is behind the last', 30, 8, 'network', false, 'Content not found', 'The list ends on page 2.'],
  [
    'the device has kept other pages',
    30,
    8,
    'device',
    false,
    'This page is not on this device',
    'It is shown as soon as there is a connection.',
  ],
] as const)('LIST-8: %s', (_, total, page, from, filtered, title, hint) => {
  render(
    <ListEmpty
      answer={{ total, from, rows: Array.from({ length: Math.min(total, 25) }) }}
      page={page}
      pageSize={25}
      filtered={filtered}
      hint="File one."
    />,
  );
  expect(screen.getByText(title)).toBeInTheDocument();
  expect(screen.getByText(hint)).toBeInTheDocument();
});

it.each([
  ['network', 'The list goes on once your decisions are sent.'],
  ['device', 'The list goes on once your decisions are sent.'],
] as const)('LIST-8: all rows of a page are being decided, and it is not the last (%s)', (from, hint) => {
  const rows = Array.from({ length: 25 });
  render(<ListEmpty answer={{ total: 60, from, rows }} page={0} pageSize={25} filtered hint="File one." />);
  expect(screen.getByText('All on this page are decided')).toBeInTheDocument();
  expect(screen.getByText(hint)).toBeInTheDocument();
});
