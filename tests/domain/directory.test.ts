import { describe, expect, test } from 'vitest';
import { PERSON_SOURCES } from '#contract/enums.ts';
import { managerFault, mayKeep, parsePerson, successorFault } from '#domain/directory.ts';
import { fc } from '#tests/support/property.ts';

describe('the directory', () => {
  test('ORG-7: a file takes over from the screen, the identity provider from both', () => {
    const table = PERSON_SOURCES.map((source) => PERSON_SOURCES.map((keeper) => mayKeep(source, keeper).ok));
    expect(table).toEqual([
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]);
  });

  test('ORG-3: the names of a circle are told from the new manager round to them', () => {
    const above = ['B', 'A', 'P', 'X'].map((name) => ({ id: name.toLowerCase(), name }));
    expect(managerFault('p', { id: 'm', name: 'M', active: true, above })).toBe(
      'This would make a circle: M reports to B reports to A reports to P reports to M',
    );
    expect(managerFault('z', { id: 'm', name: 'M', active: true, above })).toBeNull();
    expect(managerFault(null, { id: 'm', name: 'M', active: false, above })).toBe('No active employee has this e-mail');
  });

  test('ORG-6: nobody takes over from themselves, and somebody must where something waits', () => {
    expect(successorFault(true, null, 'l')).toBe('Please name who takes over');
    expect(successorFault(false, null, 'l')).toBeNull();
    expect(successorFault(true, { id: 'l', active: true }, 'l')).toBe('Somebody else must take over');
  });

  test('ORG-2: whatever is sent, a person is parsed or each fault has its message', () => {
    fc.assert(
      fc.property(fc.anything(), (body) => {
        const read = parsePerson(body, 'Asia/Kolkata');
        if (read.ok) return read.value.email === read.value.email.toLowerCase() && read.value.name !== '';
        return read.message !== '' && Object.values(read.errors).every((message) => message !== '');
      }),
    );
  });
});
