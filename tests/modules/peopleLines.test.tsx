import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { signInAnswered, type AskedCall } from '#tests/support/answers.ts';
import { aRow, asha, openPeople, ORG_ADMIN, page } from '#tests/support/peopleScreens.tsx';

vi.setConfig({ testTimeout: 60_000 });

const vikram = aRow({ personId: 'PRS6', name: 'Vikram Rao', employeeCode: 'KH1006', costCentre: '', manager: null });
const leela = aRow({ personId: 'PRS17', name: 'Leela Thomas', employeeCode: 'KH1017', costCentre: '', roles: [] });
const LEVELS: Record<string, object> = {
  top: page([leela, vikram]),
  PRS6: page([aRow()]),
  // From before circles were refused.
  PRS4: page([asha, vikram]),
};
const levelOf = ({ path }: AskedCall): object => LEVELS[path.split('/').at(-2) ?? ''] ?? page([]);
const item = (name: RegExp) => screen.findByRole('treeitem', { name });
const open = () => openPeople('/people/lines');

describe('ORG-13 the reporting lines', () => {
  it('open level by level with the keys of a tree', async () => {
    const asked = await signInAnswered(ORG_ADMIN, { listReports: levelOf });
    await open();
    const first = await item(/^Leela Thomas/);
    expect(first).toHaveAttribute('tabindex', '0');
    expect(first).not.toHaveAttribute('aria-expanded');
    expect(asked.map(({ path }) => path)).toEqual(['/api/v1/people/top/reports']);
    expect(asked[0]?.query.getAll('filter')).toEqual(['PERSON_STATUS:0']);
    first.focus();
    await userEvent.keyboard('{ArrowDown}');
    const top = await item(/^Vikram Rao/);
    expect(top).toHaveFocus();
    expect(top).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{ArrowRight}');
    const ravi = await item(/^Ravi Menon/);
    expect([top.getAttribute('aria-expanded'), ravi.getAttribute('aria-level')]).toEqual(['true', '2']);
    await userEvent.keyboard('{ArrowRight}');
    expect(ravi).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(within(ravi).getByRole('treeitem', { name: /^Loading|^Asha Nair/ })).toBeInTheDocument();
    await item(/^Asha Nair/);
    await userEvent.keyboard('{End}');
    // Above herself: the way down ends here.
    const again = within(ravi).getByRole('treeitem', { name: /^Vikram Rao/ });
    expect(again).toHaveFocus();
    expect(again).not.toHaveAttribute('aria-expanded');
    await userEvent.keyboard('{ArrowLeft}');
    expect(ravi).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(ravi).toHaveAttribute('aria-expanded', 'false');
    await userEvent.keyboard('{Home}');
    expect(first).toHaveFocus();
    expect(screen.getAllByRole('treeitem').filter((each) => each.tabIndex === 0)).toEqual([first]);
  });

  it('lead to a person by Enter and by a press on the name, and open by a press beside it', async () => {
    await signInAnswered(ORG_ADMIN, { listReports: levelOf });
    const router = await open();
    await userEvent.click(within(await item(/^Vikram Rao/)).getByText('KH1006'));
    const ravi = await item(/^Ravi Menon/);
    ravi.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/people/PRS4'));
  });

  it('say when a manager has nobody', async () => {
    await signInAnswered(ORG_ADMIN, {
      listReports: (asked: AskedCall) => (asked.path.includes('top') ? LEVELS['top'] : page([])) as object,
    });
    await open();
    await userEvent.click(within(await item(/^Vikram Rao/)).getByText('KH1006'));
    expect(await item(/^Nobody reports to them/)).toHaveAttribute('aria-disabled', 'true');
  });

  it('come a hundred at a time', async () => {
    const many = (from: number) =>
      Array.from({ length: 100 }, (_, n) =>
        aRow({ personId: `P${from + n}`, name: `Person ${from + n}`, employeeCode: `C${from + n}`, roles: [] }),
      );
    const asked = await signInAnswered(ORG_ADMIN, {
      listReports: ({ query }: AskedCall) => page(many(Number(query.get('pageNumber')) * 100), 250),
    });
    await open();
    const more = await item(/^Show 100 more of 250/);
    more.focus();
    await userEvent.keyboard('{Enter}');
    expect(await item(/^Show 50 more of 250/)).toBeInTheDocument();
    expect(await item(/^Person 99,/)).toHaveFocus();
    expect(await item(/^Person 100,/)).toHaveAttribute('aria-posinset', '101');
    expect(asked.map(({ query }) => query.get('pageSize'))).toEqual(['100', '100']);
  });

  it('say what could not be loaded, and try again', async () => {
    let answers = false;
    await signInAnswered(
      { ...ORG_ADMIN, email: 'org-admin9@example.com' },
      {
        listReports: (asked: AskedCall) => {
          if (!answers) throw new TypeError('No network.');
          return levelOf(asked);
        },
      },
    );
    await open();
    const failed = await item(/^This could not be loaded\./);
    answers = true;
    await userEvent.click(within(failed).getByText(/Try again$/));
    expect(await item(/^Vikram Rao/)).toBeInTheDocument();
  });
});
