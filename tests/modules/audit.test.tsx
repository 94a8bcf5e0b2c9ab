import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { AuditEntryAnswer, AuditRow } from '#contract/audit.ts';
import { listSearch } from '#list/search.ts';
import { AUDIT_FILTERS } from '#modules/audit/index.ts';
import { AuditEntryPage } from '#modules/audit/screens/AuditEntryPage.tsx';
import { AuditPage } from '#modules/audit/screens/AuditPage.tsx';
import { ok, refusal, signInAnswered } from '#tests/support/answers.ts';
import { ORG_ADMIN, page } from '#tests/support/peopleScreens.tsx';
import { showRoutes } from '#tests/support/screen.tsx';
import { setWindowWidth } from '#tests/support/screens.ts';

vi.setConfig({ testTimeout: 60_000 });

const aRow = (more: Partial<AuditRow> = {}): AuditRow => ({
  auditId: 12,
  at: Date.UTC(2026, 10, 20, 5, 30),
  by: 'Asha Nair',
  byEmail: 'employee@example.com',
  onBehalfOf: null,
  title: 'Signed in',
  kind: 'Session',
  recordId: 'SES1',
  note: 'With Google',
  ...more,
});

const anEntry = (more: Partial<AuditEntryAnswer> = {}): AuditEntryAnswer => ({
  ...aRow(),
  version: 1,
  origin: '10.0.0.1 Firefox',
  changes: [],
  hidden: false,
  page: null,
  hash: 'ab'.repeat(32),
  previousHash: '',
  seal: 7,
  ...more,
});

const open = (address: string) =>
  showRoutes(address, [
    { path: '/audit', Screen: AuditPage, validateSearch: listSearch(AUDIT_FILTERS) },
    { path: '/audit/$id', Screen: AuditEntryPage },
    { path: '/not-found' },
  ]);

describe('AUD-20 the list', () => {
  it('is a table where there is room, whose rows lead to the whole row', async () => {
    const refused = aRow({ auditId: 11, title: 'Sign-in refused', by: null, byEmail: null, onBehalfOf: 'Ravi Menon' });
    await signInAnswered(ORG_ADMIN, { listAudit: page([aRow(), refused]), getAuditEntry: ok(anEntry()) });
    const router = await open('/audit');
    const [, first, second] = within(await screen.findByRole('table', { name: 'Audit log' })).getAllByRole('row');
    const cells = (row: HTMLElement): (string | null)[] =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(cells(first!)).toEqual([
      '20-11-2026 11:00',
      'Asha Nairemployee@example.com',
      'Signed inWith Google',
      'SessionSES1',
    ]);
    expect(cells(second!)[1]).toBe('Nobody signed in for Ravi Menon');
    await userEvent.click(within(first!).getByRole('link', { name: 'Signed in' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/audit/12'));
  });

  it('is cards on a phone', async () => {
    setWindowWidth(360);
    await signInAnswered(ORG_ADMIN, { listAudit: page([aRow()]) });
    await open('/audit');
    const card = within(await screen.findByRole('listitem', { name: '12' }));
    expect(card.getByRole('link', { name: '12, Signed in, Asha Nair' })).toHaveAttribute('href', '/audit/12');
    expect(card.getByText('Session · SES1')).toBeInTheDocument();
  });

  it('asks for person, topic, day and record, and AUD-22 downloads what it shows', async () => {
    const asked = await signInAnswered(ORG_ADMIN, { listAudit: page([]), downloadAudit: ok('') });
    await open('/audit?EMAIL=employee@example.com&AUDIT_TOPIC=0|2&DATE_RANGE=2026-11-01|2026-11-20');
    expect(await screen.findByText('Content not found')).toBeInTheDocument();
    for (const chip of ['Person: employee@example.com', 'What: Sign-ins, Exports', 'Day: 01-11-2026 to 20-11-2026'])
      expect(screen.getByText(chip)).toBeInTheDocument();
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'EXP1');
    await waitFor(() =>
      expect(asked.at(-1)?.query.getAll('filter')).toEqual([
        'EMAIL:employee@example.com',
        `DATE_RANGE:${Date.UTC(2026, 9, 31, 18, 30)}|${Date.UTC(2026, 10, 20, 18, 29, 59, 999)}`,
        'AUDIT_TOPIC:0|2',
        'SEARCH:EXP1',
      ]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Download Report' }));
    await waitFor(() => expect(asked.map(({ name }) => name)).toContain('downloadAudit'));
    expect(asked.find(({ name }) => name === 'downloadAudit')?.query.getAll('filter')).toContain('SEARCH:EXP1');
  });

  it('ACC-16 leads who may not see it to the page that says so', async () => {
    await signInAnswered(ORG_ADMIN, { listAudit: () => refusal(403, 'FORBIDDEN', 'Not allowed') });
    const router = await open('/audit');
    await waitFor(() => expect(router.state.location.pathname).toBe('/not-found'));
  });
});

describe('AUD-20 one row', () => {
  it('says what changed, from where, and its place in the chains', async () => {
    const changes = [{ field: 'Grade', before: 'M1', after: 'M2' }];
    const entry = anEntry({ title: 'Changed', kind: 'Person', recordId: 'PRS4', page: 'person', changes });
    await signInAnswered(ORG_ADMIN, { getAuditEntry: ok(entry) });
    await open('/audit/12');
    expect(await screen.findByRole('region', { name: 'Changed' })).toHaveTextContent('Asha Nair · 20-11-2026 11:00');
    expect(screen.getByRole('link', { name: 'PRS4' })).toHaveAttribute('href', '/people/PRS4');
    for (const text of ['10.0.0.1 Firefox', 'ab'.repeat(32), 'None: the first row of the record', 'Number 7', 'Grade'])
      expect(screen.getByText(text)).toBeInTheDocument();
  });

  it('leads to the history of a record, and says when it is not for this person', async () => {
    await signInAnswered(ORG_ADMIN, { getAuditEntry: ok(anEntry({ recordId: 'EXP1', page: 'record', seal: null })) });
    await open('/audit/12');
    expect(await screen.findByRole('link', { name: 'EXP1' })).toHaveAttribute('href', '/detail/EXP1/history');
    expect(screen.getByText('Not sealed yet')).toBeInTheDocument();
    expect(screen.queryByText(/for those who may see it/)).toBeNull();
  });

  it('ORG-1 hides what it may not show', async () => {
    await signInAnswered(ORG_ADMIN, { getAuditEntry: ok(anEntry({ recordId: 'EXP2', hidden: true })) });
    await open('/audit/12');
    expect(await screen.findByText('What this record says is for those who may see it.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'EXP2' })).toBeNull();
  });
});
