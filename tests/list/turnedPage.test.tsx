import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useTurnedPage } from '#list/useTurnedPage.ts';

/** What each drawing of a list showed, in turn. */
function watched() {
  const drawn: string[] = [];
  function List({ items, page, whose }: { items: readonly string[]; page: string; whose: string }) {
    drawn.push(useTurnedPage(items, page, whose).join());
    return null;
  }
  return { drawn, List };
}
const FIRST = ['a', 'b'];
const SECOND = ['c', 'd'];
const SHORT = ['e'];

/** The first drawing after the list was given `items` of `page`, and the last. */
function after(
  items: readonly string[],
  page: string,
  before = FIRST,
  whose = 'asha',
): [string | undefined, string | undefined] {
  const { drawn, List } = watched();
  const { rerender } = render(<List items={before} page="1" whose="asha" />);
  drawn.length = 0;
  rerender(<List items={items} page={page} whose={whose} />);
  return [drawn[0], drawn.at(-1)];
}

describe('LIST-7 a page that is turned', () => {
  it('shows the rows of before in the frame of the tap, and the next ones after it', () => {
    expect(after(SECOND, '2')).toEqual(['a,b', 'c,d']);
    expect(after(SHORT, '2')).toEqual(['a,b', 'e']);
  });

  it('shows at once what has changed on it', () => {
    expect(after(['x', 'b'], '1')).toEqual(['x,b', 'x,b']);
    expect(after(SHORT, '1')).toEqual(['e', 'e']);
  });

  it('is as high as it will be at once where it is longer: somebody goes back to a place in it', () => {
    expect(after(SECOND, '2', SHORT)).toEqual(['c,d', 'c,d']);
  });

  it('ID-1: never keeps the rows of one person for another', () => {
    expect(after(SECOND, '2', FIRST, 'ravi')).toEqual(['c,d', 'c,d']);
    expect(after(SHORT, '1', FIRST, 'ravi')).toEqual(['e', 'e']);
  });
});
