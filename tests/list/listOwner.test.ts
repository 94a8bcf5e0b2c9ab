import { describe, expect, it } from 'vitest';
import { listOwnerOf } from '#list/owner.ts';

const ravi = { email: 'ravi@example.com', name: 'Ravi Menon' };
const me = (standsInFor?: { email: string; name: string }[]) => ({
  email: 'me@example.com',
  roles: { ...(standsInFor && { standsInFor }) },
});
const QUEUE = { owner: 'MANAGER_EMAIL' } as const;

describe('whose list it is', () => {
  it('ACC-9 DEL-11 one’s own is one’s own, a stand-in acts on a manager’s, anybody else’s is looked at', () => {
    expect(listOwnerOf(QUEUE, undefined, me([ravi]))).toEqual({
      foreign: undefined,
      onBehalfOf: null,
      readOnly: false,
      delegators: [ravi],
    });
    expect(listOwnerOf(QUEUE, 'Me@Example.com', me([ravi]))).toMatchObject({ foreign: undefined, readOnly: false });
    expect(listOwnerOf(QUEUE, 'Ravi@Example.com', me([ravi]))).toEqual({
      foreign: 'Ravi@Example.com',
      onBehalfOf: ravi,
      readOnly: false,
      delegators: [ravi],
    });
    expect(listOwnerOf(QUEUE, 'asha@example.com', me([ravi]))).toEqual({
      foreign: 'asha@example.com',
      onBehalfOf: null,
      readOnly: true,
      delegators: [ravi],
    });
    expect(listOwnerOf(QUEUE, 'ravi@example.com', me())).toEqual({
      foreign: 'ravi@example.com',
      onBehalfOf: null,
      readOnly: true,
      delegators: [],
    });
  });

  it('DEL-10 an employee’s screen is no queue: a stand-in only looks', () => {
    expect(listOwnerOf({ owner: 'USER_EMAIL' }, 'ravi@example.com', me([ravi]))).toEqual({
      foreign: 'ravi@example.com',
      onBehalfOf: null,
      readOnly: true,
      delegators: [],
    });
    expect(listOwnerOf({}, 'ravi@example.com', me([ravi]))).toEqual({
      foreign: undefined,
      onBehalfOf: null,
      readOnly: false,
      delegators: [],
    });
  });
});
