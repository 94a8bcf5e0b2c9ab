import { describe, expect, test } from 'vitest';
import { RECORD_KINDS } from '#contract/enums.ts';
import { NOTE_KINDS, type Notification } from '#contract/notification.ts';
import { noteDetails } from '#domain/noteDetails.ts';
import {
  MAX_MERGED,
  merged,
  noteAddress,
  noteDetail,
  noteTitle,
  pushMessageOf,
  settled,
  planNotifications,
  type OpenNote,
  type NotifiableChange,
} from '#domain/notification.ts';
import { parseDevice, parseReadScope } from '#domain/notificationParsing.ts';

const pending = { managerStatus: 'MANAGER_PENDING', adminStatus: 'ADMIN_PENDING', managerId: 'm' };
const approved = { ...pending, managerStatus: 'MANAGER_APPROVED' };
const change = (action: string, more: Partial<NotifiableChange> = {}): NotifiableChange => ({
  recordKind: 'claim',
  action,
  before: pending,
  after: approved,
  ...more,
});
const told = (of: NotifiableChange): string[] => planNotifications(of).notifies.map(({ to, kind }) => `${to}: ${kind}`);

describe('who is told', () => {
  test('NOTE-1 the manager of what was raised, changed while pending, or handed over', () => {
    expect(told(change('create', { before: null, after: pending }))).toEqual(['manager: toDecide']);
    expect(told(change('intake', { before: null, after: pending }))).toEqual(['manager: toDecide']);
    expect(told(change('edit', { after: pending }))).toEqual(['manager: toDecide']);
    expect(told(change('manager-changed', { after: { ...pending, managerId: 'other' } }))).toEqual([
      'manager: toDecide',
    ]);
    expect(told(change('edit', { before: approved, after: approved }))).toEqual([]);
    expect(told(change('migrate', { recordKind: 'trip', after: pending }))).toEqual([]);
    expect(told(change('something-new', { after: pending }))).toEqual([]);
  });

  test('NOTE-1 admins of an approved trip and of a cancellation that was asked for; of a claim never', () => {
    expect(told(change('manager-approve', { recordKind: 'trip' }))).toEqual([
      'owner: managerApproved',
      'admins: toDecideAsAdmin',
    ]);
    expect(told(change('manager-approve'))).toEqual(['owner: managerApproved']);
    expect(
      told(change('manager-approve', { recordKind: 'trip', after: { ...approved, adminStatus: 'ADMIN_APPROVED' } })),
    ).toEqual(['owner: managerApproved']);
    expect(told(change('cancel', { recordKind: 'trip' }))).toEqual(['admins: toCancel']);
  });

  test.each([
    'manager-approve',
    'manager-reject',
    'admin-approve',
    'admin-reject',
    'finance-approve',
    'finance-reject',
    'revive',
    'pay',
    'no-show',
    'tickets',
    'cancellation',
    'cancellation-reject',
  ])('NOTE-2 the owner of %s', (action) => {
    expect(told(change(action))[0]).toMatch(/^owner: /);
  });

  test('NOTE-3 the owner of a question, the asker of an answer', () => {
    const enquiry = (action: string): string[] => told(change(action, { recordKind: 'enquiry' }));
    expect([enquiry('ask'), enquiry('answer'), enquiry('close')]).toEqual([['owner: asked'], ['asker: answered'], []]);
  });

  test('NOTE-7 what is done waits for nobody', () => {
    expect(planNotifications(change('withdraw'))).toEqual({
      settles: ['toDecide', 'toDecideAsAdmin', 'toCancel'],
      notifies: [],
    });
    expect(planNotifications(change('manager-reject')).settles).toEqual(['toDecide']);
    expect(planNotifications(change('cancellation-reject')).settles).toEqual(['toCancel']);
    // Changed after the manager approved it: the manager looks at it again, and the admin waits.
    expect(planNotifications(change('edit', { recordKind: 'trip', before: approved, after: pending }))).toMatchObject({
      settles: expect.arrayContaining(['toDecideAsAdmin']),
      notifies: [{ to: 'manager', kind: 'toDecide' }],
    });
    expect(planNotifications(change('answer', { recordKind: 'enquiry' })).settles).toEqual(['asked']);
    expect(planNotifications(change('close', { recordKind: 'enquiry' })).settles).toEqual(['asked', 'answered']);
  });
});

const subject = (id: string) => ({ id, recordId: id, facts: { title: id } });
const many = (n: number): OpenNote =>
  Array.from({ length: n }, (_, i) => subject(`R${i}`)).reduce<OpenNote | null>(
    (note, one) => merged(note, one),
    null,
  ) as OpenNote;

describe('many of one kind', () => {
  test('NOTE-6 are one notification, and one that changes again is counted once', () => {
    expect(many(5)).toMatchObject({ told: 5, recordId: 'R4', facts: { title: 'R4' } });
    expect(merged(many(5), subject('R0'))).toMatchObject({
      told: 5,
      recordId: 'R0',
      subjects: ['R1', 'R2', 'R3', 'R4', 'R0'],
    });
  });

  test('NOTE-6 are counted beyond what is remembered', () => {
    const note = many(MAX_MERGED + 7);
    expect([note.told, note.subjects.length]).toEqual([MAX_MERGED + 7, MAX_MERGED]);
  });

  test('NOTE-7 become fewer one by one, and none at the end', () => {
    const two = settled(many(3), 'R2');
    // The latest is gone, and with it what was known of it.
    expect(two).toEqual({ subjects: ['R0', 'R1'], told: 2, recordId: null, facts: {} });
    expect(settled(many(3), 'R0')).toMatchObject({ told: 2, recordId: 'R2', facts: { title: 'R2' } });
    expect(settled(many(3), 'other')).toEqual(many(3));
    expect(settled(many(1), 'R0')).toBeNull();
  });
});

const note = (more: Partial<Notification> = {}): Notification => ({
  notificationId: 'NTF1',
  kind: 'toDecide',
  recordKind: 'localExpense',
  recordId: 'EXP1',
  count: 1,
  owner: 'Asha Nair',
  by: 'Asha Nair',
  title: 'Mobile Bill',
  amount: 708,
  at: 1,
  readAt: null,
  ...more,
});
const money = (rupees: number): string => `Rs ${rupees}`;

describe('what it says and opens', () => {
  test('NOTE-6 in words', () => {
    expect(noteTitle(note({ count: 5 }))).toBe('5 local expenses wait for you');
    expect(noteTitle(note())).toBe('1 local expense waits for you');
    expect(noteTitle(note({ kind: 'managerApproved', recordKind: 'trip' }))).toBe(
      'Your travel request was approved by the manager',
    );
    expect(noteTitle(note({ kind: 'asked', recordKind: 'trip' }))).toBe('A question about your travel request');
    expect(noteTitle(note({ kind: 'paid', count: 3 }))).toBe('3 of your local expenses were paid');
  });

  test('NOTE-8 every kind of every record has words and an address', () => {
    for (const kind of NOTE_KINDS)
      for (const recordKind of RECORD_KINDS)
        for (const count of [1, 4]) {
          const one = note({ kind, recordKind, count, recordId: count === 1 ? 'X 1' : null });
          expect(noteTitle(one)).toMatch(/^[A-Z0-9][\w ':]+[\w]$/);
          expect(noteAddress(one)).toMatch(count === 1 ? /^\/detail\/X%201\/(?:details|enquiries)$/ : /^\/[a-z/-]+$/);
        }
    expect(noteAddress(note({ count: 5, recordId: null }))).toBe('/approve-local/expense');
    expect(noteAddress(note({ kind: 'toCancel', recordKind: 'trip', count: 2 }))).toBe('/view-travel-request');
    expect(noteAddress(note({ kind: 'managerApproved', recordKind: 'travelExpense', count: 2 }))).toBe(
      '/raise-travel-expense',
    );
    expect(noteAddress(note({ recordId: null }))).toBe('/approve-local/expense');
  });

  test('NOTE-9 a push names nobody and no amount unless that was chosen', () => {
    const notes = [note(), note({ kind: 'asked', title: 'Why two?' })];
    const plain = pushMessageOf(notes, 'COUNT', money);
    expect(plain).toEqual({
      title: 'Something waits for you in Kharcha',
      body: '2 unread notifications',
      url: '/notifications',
      tag: 'kharcha',
      unread: 2,
    });
    expect(pushMessageOf([note()], 'COUNT', money)).toMatchObject({
      body: '1 unread notification',
      url: '/detail/EXP1/details',
    });
    expect(pushMessageOf([note()], 'NAMES', money)).toMatchObject({
      title: '1 local expense waits for you',
      body: 'Asha Nair · Mobile Bill · Rs 708',
    });
    expect(pushMessageOf(notes, 'NAMES', money)?.body).toBe(
      'Asha Nair · Mobile Bill · Rs 708\nand 2 unread notifications',
    );
    expect(pushMessageOf([], 'COUNT', money)).toBeNull();
    expect(noteDetail(note({ kind: 'managerApproved', by: 'Ravi', amount: null }), money)).toBe('Ravi · Mobile Bill');
  });

  test('NOTE-9 facts come from the log: of an approval what was approved', () => {
    const claim = { type: 'MOBILE_BILL', claimAmount: 1000, managerAmount: 900, financeAmount: 800 };
    expect(noteDetails(change('create', { after: claim }), 'Asha', 'Asha')).toEqual({
      owner: 'Asha',
      by: 'Asha',
      title: 'Mobile Bill',
      paise: 1000,
    });
    expect(noteDetails(change('manager-approve', { after: claim }), 'Asha', 'Ravi').paise).toBe(900);
    expect(noteDetails(change('pay', { after: claim }), 'Asha', 'Ravi').paise).toBe(800);
    expect(
      noteDetails(
        change('create', { recordKind: 'trip', after: { departureCity: 'Pune', arrivalCity: 'Delhi' } }),
        'A',
        'A',
      ),
    ).toMatchObject({ title: 'Pune to Delhi', paise: null });
    expect(
      noteDetails(change('ask', { recordKind: 'enquiry', after: { question: 'q'.repeat(300) } }), 'A', 'B').title,
    ).toHaveLength(120);
  });
});

const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };

describe('what is sent about them', () => {
  test('NOTE-12 a device’s address is https, public and without a port of its own', () => {
    const of = (endpoint: unknown, anywhere = false): boolean => parseDevice({ endpoint, keys }, anywhere).ok;
    expect(of('https://fcm.googleapis.com/fcm/send/abc')).toBe(true);
    for (const bad of [
      'http://push.example.com/a',
      'https://localhost/a',
      'https://10.0.0.1/a',
      'https://[::1]/a',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://metadata.google.internal/',
      'https://push.example.com:8443/',
      'https://me:pw@push.example.com/',
      'file:///etc/passwd',
      'nonsense',
      '',
      7,
      `https://push.example.com/${'a'.repeat(2_001)}`,
    ])
      expect([bad, of(bad)]).toEqual([bad, false]);
    expect(of('http://127.0.0.1:9000/a', true)).toBe(true);
  });

  test('NOTE-12 its keys are keys', () => {
    const of = (more: object): boolean =>
      parseDevice({ endpoint: 'https://push.example.com/a', keys: { ...keys, ...more } }).ok;
    expect([of({}), of({ auth: 'short' }), of({ p256dh: 'A'.repeat(87) }), of({ p256dh: 5 })]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('NOTE-8 up to a moment, or of one record, and one of both', () => {
    expect(parseReadScope({ until: 5 })).toEqual({ ok: true, value: { until: 5 } });
    expect(parseReadScope({ record: 'EXP1' })).toEqual({ ok: true, value: { record: 'EXP1' } });
    for (const bad of [{}, null, { until: 1, record: 'x' }, { until: 'now' }])
      expect(parseReadScope(bad).ok).toBe(false);
  });
});
