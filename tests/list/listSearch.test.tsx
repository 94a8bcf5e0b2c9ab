import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listSearch } from '#list/search.ts';
import { useListSearch } from '#list/useListSearch.ts';
import { showAt } from '#tests/support/screen.tsx';

const def = { filters: [] };

function Screen() {
  const { search, openDialog, walkTo, closeDialog } = useListSearch(def);
  return (
    <>
      <p>{`open ${search.open ?? 'nothing'}`}</p>
      <button type="button" onClick={() => openDialog('open', 'EXP1')}>
        first
      </button>
      <button type="button" onClick={() => walkTo('EXP2')}>
        next
      </button>
      <button type="button" onClick={() => walkTo('EXP3')}>
        last
      </button>
      <button type="button" onClick={closeDialog}>
        close
      </button>
    </>
  );
}

const shown = async () => {
  const router = await showAt('/list', Screen, listSearch([]));
  return { router, at: () => router.history.location.href };
};
const press = (name: string): void => void fireEvent.click(screen.getByRole('button', { name }));
/** The frame is drawn, and what follows it has come. */
const rest = (): Promise<void> => act(() => new Promise<void>((done) => setTimeout(done, 100)));

it('LIST-7: a dialog stands before its address does, and Back closes it', async () => {
  const { router, at } = await shown();
  press('first');
  expect(screen.getByText('open EXP1')).toBeInTheDocument();
  expect(at()).toBe('/list');
  await waitFor(() => expect(at()).toContain('open=EXP1'));
  act(() => router.history.back());
  await screen.findByText('open nothing');
});

it.each([
  ['opened', ['first']],
  ['opened and led to the next', ['first', 'next']],
])('LIST-7: one that is %s and closed in one frame leaves no address', async (_, taps) => {
  const { router, at } = await shown();
  for (const tap of [...taps, 'close']) press(tap);
  expect(screen.getByText('open nothing')).toBeInTheDocument();
  await rest();
  expect(at()).not.toContain('open');
  expect(router.history.canGoBack()).toBe(false);
});

it('LIST-7: one whose address stands is closed there too when it is led to the next in the same frame', async () => {
  const { at } = await shown();
  press('first');
  await waitFor(() => expect(at()).toContain('open=EXP1'));
  await rest();
  press('next');
  press('close');
  expect(screen.getByText('open nothing')).toBeInTheDocument();
  await rest();
  expect(at()).not.toContain('open');
  expect(screen.getByText('open nothing')).toBeInTheDocument();
});

it('LIST-7: the next record takes the place of the one before it', async () => {
  const { router, at } = await shown();
  press('first');
  await waitFor(() => expect(at()).toContain('open=EXP1'));
  press('next');
  expect(screen.getByText('open EXP2')).toBeInTheDocument();
  await waitFor(() => expect(at()).toContain('open=EXP2'));
  act(() => router.history.back());
  await screen.findByText('open nothing');
});

it.each([
  ['once', ['next'], 'EXP2'],
  ['twice', ['next', 'last'], 'EXP3'],
])(
  'LIST-7: one that is led on %s before its address stands lies over the list: Back closes it',
  async (_, taps, id) => {
    const { router, at } = await shown();
    for (const tap of ['first', ...taps]) press(tap);
    await waitFor(() => expect(at()).toContain(`open=${id}`));
    await rest();
    // What comes after it takes its place, and is no step of its own.
    for (const tap of ['last', 'next']) press(tap);
    await waitFor(() => expect(at()).toContain('open=EXP2'));
    act(() => router.history.back());
    await screen.findByText('open nothing');
    expect(at()).toBe('/list');
  },
);

it('LIST-7: Back right after the next record closes the dialog, which does not open again', async () => {
  const { router, at } = await shown();
  press('first');
  await waitFor(() => expect(at()).toContain('open=EXP1'));
  await rest();
  press('next');
  act(() => router.history.back());
  await screen.findByText('open nothing');
  await rest();
  expect(screen.getByText('open nothing')).toBeInTheDocument();
  expect(at()).toBe('/list');
});

it('LIST-7: a record that is opened while the one before it still closes stays open', async () => {
  const { router, at } = await shown();
  press('first');
  await waitFor(() => expect(at()).toContain('open=EXP1'));
  await rest();
  press('first');
  // A browser comes to where it went back some time after it was told to.
  act(() => router.history.back());
  await rest();
  expect(screen.getByText('open EXP1')).toBeInTheDocument();
});

it('LIST-7: junk in an address is neither asked for nor kept', async () => {
  const uses = [{ key: 'LOCAL_EXPENSE_TYPE' }, { key: 'DATE_RANGE' }, { key: 'EMPLOYEE_NAME' }] as const;
  const shownAs = { filters: uses };
  function Asked() {
    const { search, texts } = useListSearch(shownAs);
    return <p>{JSON.stringify({ search, texts })}</p>;
  }
  const junk = `LOCAL_EXPENSE_TYPE=9&DATE_RANGE=soon&EMPLOYEE_NAME=${'x'.repeat(3_000)}&sort=AMOUNT&size=7&new=yes`;
  await showAt(`/list?${junk}&page=2`, Asked, listSearch(uses, [{ key: 'EMPLOYEE_CODE' }]));
  expect(screen.getByText('{"search":{"page":2},"texts":{}}')).toBeInTheDocument();
});
