import { describe, expect, it } from 'vitest';
import { foreignOf, nameAmong } from '#list/owner.ts';

describe('whose list it is (ACC-17)', () => {
  it('is somebody else’s only when it names somebody else', () => {
    expect(foreignOf(undefined, 'me@example.com')).toBeUndefined();
    expect(foreignOf('ME@example.com', 'me@Example.com')).toBeUndefined();
    expect(foreignOf('you@example.com', 'me@example.com')).toBe('you@example.com');
  });

  it('finds the name in the records, also in the claims of a trip', () => {
    const claim = { userEmail: 'you@example.com', employeeName: 'Imran Shaikh' };
    expect(nameAmong([{ userEmail: 'other@example.com', employeeName: 'Other' }, claim], 'You@example.com')).toBe(
      'Imran Shaikh',
    );
    expect(
      nameAmong(
        [{ tripId: 'TRP1', dateResponseList: [{ travelExpenses: [] }, { travelExpenses: [claim] }] }],
        'you@example.com',
      ),
    ).toBe('Imran Shaikh');
    expect(nameAmong([{ tripId: 'TRP1' }, null, 3], 'you@example.com')).toBeNull();
  });
});
