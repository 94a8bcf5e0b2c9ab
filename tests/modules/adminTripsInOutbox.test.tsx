import { describe, expect, it } from 'vitest';
import { adminTripKind } from '#modules/trip/admin/kind.ts';
import { formAddress, isDecision } from '#modules/outbox/entryTexts.ts';
import { compareVersions } from '#modules/claims/versions.ts';
import { anEntry } from '#tests/support/entries.ts';
import { ADMIN_NO_SHOW, PATH, timeZone, trip } from './adminTripFixtures.ts';

describe('what an admin does, in the outbox', () => {
  const entry = (more: Parameters<typeof anEntry>[0]) => anEntry({ record: { kind: 'trip', id: 'TRP1' }, ...more });

  it('OB-9: details are written again where they were written; decisions are taken back', () => {
    for (const endpoint of [
      'uploadTicketDetails',
      'uploadCancellationDetails',
      'rejectCancellation',
      'markNoShow',
    ] as const) {
      const made = entry({ endpoint });
      expect(formAddress(made)).toBe(`${PATH}?edit=${made.id}`);
      expect(isDecision(made)).toBe(false);
      expect(adminTripKind.edits).toContain(endpoint);
    }
    for (const endpoint of ['adminApproveTrip', 'adminRejectTrip', 'bulkAdminTrips'] as const)
      expect([formAddress(entry({ endpoint })), isDecision(entry({ endpoint }))]).toEqual([null, true]);
  });

  it('OB-10: of a trip that moved on both versions are told in words', () => {
    const base = trip({ tripId: 'TRP1' });
    const fields = compareVersions(
      entry({
        endpoint: 'uploadTicketDetails',
        base,
        body: { ticketAmount: 500, ticketUrl: ['f'] },
        bills: [{ localId: 'b', hash: 'h', name: 't.pdf', type: 'application/pdf', size: 1 }],
      }),
      { ...base, ticketAmount: 900, adminApprovalStatus: ADMIN_NO_SHOW, version: 2 },
      timeZone,
    );
    const said = Object.fromEntries(fields.map(({ label, mine, theirs }) => [label, [mine, theirs]]));
    expect(said['Ticket amount']).toEqual(['₹500.00', '₹900.00']);
    expect(said['Tickets']).toEqual(['1', '']);
    expect(said['Departure city']).toEqual(['Bengaluru', 'Bengaluru']);
    expect(said['Admin']).toEqual(['Pending', 'No_show']);
  });
});
