import { downloadLocalExpenses } from '#contract/calls/reports.ts';
import { exceptionalDates, setExceptionalDate } from '#contract/calls/exceptionalDates.ts';
import { urlOf } from '#contract/endpoint.ts';
import { keysCommand } from '#server/modules/session/apiKeys.ts';
import { handIn, intakeRow } from '#tests/support/conveyance.ts';
import { end, moveTo, named } from '#tests/support/delegations.ts';
import { approve, file, search } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import * as tally from '#tests/support/tally.ts';
import { accessAt, DEVICE, event, FROM, inDays, status, type Event, type There } from './accessAuditFixtures.ts';

/** What was refused or looked at inside, and what became of people and keys: each is one row of the log. */
export function accessEvents(there: There): Event[] {
  const { api } = accessAt(there);
  return [
    event({
      event: 'a wrong key of a program',
      run: () => status(401, handIn(there().server, [intakeRow()], { 'x-api-key': 'wrong' })),
      row: {
        action: 'sign-in-refused',
        record_kind: 'refusal',
        actor_id: null,
        after: { how: 'key', code: 'UNAUTHENTICATED', why: 'Authentication failed!', email: null, times: 1 },
      },
    }),
    event({
      event: 'a 403',
      run: async () => status(403, (await api('employee')).get(urlOf(exceptionalDates), DEVICE)),
      row: {
        action: 'refused',
        record_kind: 'refusal',
        actor_id: idOf('employee'),
        after: {
          route: `GET ${exceptionalDates.path}`,
          code: 'FORBIDDEN',
          why: 'You do not have permission to access this page.',
          times: 1,
        },
        origin: FROM,
      },
    }),
    event({
      event: 'a session’s call that does not come from the page',
      run: async () => status(403, (await api('employee')).get('/api/v1/user/role', { platform: '' })),
      row: { action: 'refused', record_kind: 'refusal', actor_id: idOf('employee') },
    }),
    event({
      event: 'a report',
      run: async () => status(200, (await api('finance')).get(urlOf(downloadLocalExpenses), DEVICE)),
      row: { action: 'export', record_kind: 'export', actor_id: idOf('finance'), origin: FROM },
    }),
    event({
      event: 'a filled-in sheet',
      run: async () => status(200, tally.template(await api('finance-docs'), true)),
      row: {
        action: 'export',
        record_kind: 'export',
        actor_id: idOf('finance-docs'),
        after: { report: 'Payment.xlsx' },
      },
    }),
    event({
      event: 'a look at somebody’s claims',
      run: async () => status(200, search(await api('manager'), `&filter=USER_EMAIL:${email('employee')}`)),
      row: { action: 'view', record_kind: 'view', actor_id: idOf('manager'), on_behalf_of: idOf('employee') },
    }),
    event({
      event: 'a stand-in named',
      run: async () => named(await api('manager'), 'newcomer', [3, 4]),
      row: {
        action: 'stand-in',
        record_kind: 'delegation',
        actor_id: idOf('manager'),
        after: {
          managerId: idOf('manager'),
          standInId: idOf('newcomer'),
          from: '2026-07-18',
          to: '2026-07-19',
          ended: false,
        },
      },
    }),
    event({
      event: 'a stand-in ended',
      before: async () => named(await api('manager'), 'newcomer', [5, 6]),
      run: async ({ delegationId }) => status(200, end(await api('manager'), delegationId)),
      row: { action: 'stand-in-end', record_kind: 'delegation', actor_id: idOf('manager') },
    }),
    event({
      event: 'a decision in somebody’s place',
      before: async () => {
        await named(await api('manager'), 'newcomer');
        return file(await api('employee'));
      },
      run: async ({ expenseId }) => status(200, approve(await api('newcomer'), expenseId)),
      row: {
        action: 'manager-approve',
        record_kind: 'claim',
        actor_id: idOf('newcomer'),
        on_behalf_of: idOf('manager'),
      },
    }),
    event({
      event: 'an exceptional date',
      run: async () =>
        status(
          200,
          (await api('admin')).put(urlOf(setExceptionalDate), { email: email('employee2'), date: inDays(-200) }),
        ),
      row: {
        action: 'exceptional-date',
        record_kind: 'person',
        actor_id: idOf('admin'),
        on_behalf_of: idOf('employee2'),
      },
    }),
    event({
      event: 'another manager',
      run: async () => status(200, moveTo(await api('admin'), 'employee3', 'manager')),
      row: {
        action: 'manager-changed',
        record_kind: 'person',
        actor_id: idOf('admin'),
        on_behalf_of: idOf('employee3'),
        after: { managerId: idOf('manager') },
      },
    }),
    event({
      event: 'a key made for a program',
      run: () => keysCommand(['create', 'intake', 'Sales app'], there().server.database, there().server.clock.now),
      row: {
        action: 'key-made',
        record_kind: 'key',
        actor_id: null,
        after: { scope: 'intake', name: 'Sales app', expiresAt: null },
        origin: 'npm run keys',
      },
    }),
    event({
      event: 'a key revoked',
      before: async () =>
        /^Made (\w+) /.exec(
          await keysCommand(['create', 'intake', 'Sales app'], there().server.database, there().server.clock.now),
        )?.[1] ?? '',
      run: (id) => keysCommand(['revoke', id], there().server.database, there().server.clock.now),
      row: { action: 'key-revoked', record_kind: 'key', version: 2, actor_id: null, origin: 'npm run keys' },
    }),
  ];
}
