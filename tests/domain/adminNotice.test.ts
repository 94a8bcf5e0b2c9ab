import { describe, expect, test } from 'vitest';
import { adminNotice, isToldOfAdmins, isToldOfAnybody, NOTICED_ACTIONS, type Noticed } from '#domain/adminNotice.ts';

const row = (action: string, before: object | null = null, after: object | null = null): Noticed => ({
  action,
  before: before && { ...before },
  after: after && { ...after },
  at: Date.parse('2026-07-01T09:05:00+05:30'),
  by: 'Leela Thomas',
  about: 'Nila Sen',
});
const roles = (...some: string[]) => ({ roles: some });

describe('ORG-44 what organisation admins are told', () => {
  test.each([
    ['provider-add', null, {}, true, false],
    ['provider-change', {}, {}, true, false],
    ['provider-remove', {}, null, true, false],
    ['provider-move', null, {}, true, false],
    ['key-made', null, { scope: 'scim' }, true, false],
    ['key-made', null, { scope: 'intake' }, false, false],
    ['sign-in-reset', null, {}, false, true],
    ['sign-in-link-made', null, null, false, true],
    ['person-left', {}, {}, false, true],
    ['person-returned', {}, {}, false, true],
    ['person-added', null, roles('orgAdmin'), true, false],
    ['person-added', null, roles('finance'), false, false],
    ['person-changed', roles(), roles('orgAdmin'), true, false],
    ['person-changed', roles('orgAdmin', 'finance'), roles('finance'), true, false],
    ['person-changed', roles('orgAdmin'), roles('orgAdmin', 'finance'), false, false],
    ['person-changed', { email: 'a@x.example' }, { email: 'b@x.example' }, false, true],
    ['person-changed', { grade: 'A' }, { grade: 'B' }, false, false],
    // What was erased says nothing.
    ['person-changed', null, null, false, false],
    ['subject', null, {}, false, false],
  ])('%s from %j to %j: of anybody %s, of an organisation admin %s', (action, before, after, anybody, admins) => {
    const told = row(action, before, after);
    expect([isToldOfAnybody(told), isToldOfAdmins(told)]).toEqual([anybody, admins]);
    if (anybody || admins) expect(NOTICED_ACTIONS).toContain(action);
  });

  test('the mail says when, who and what, and where to look', () => {
    const acme = { name: 'Acme', issuer: 'https://idp.example' };
    const rows = [
      row('provider-add', null, acme),
      row('provider-change', acme, acme),
      row('provider-remove', acme),
      row('provider-move', null, { ...acme, moved: 4 }),
      row('key-made', null, { scope: 'scim', name: 'Entra ID' }),
      row('sign-in-reset'),
      row('sign-in-link-made'),
      row('person-left'),
      row('person-returned'),
      row('person-changed', roles(), roles('orgAdmin')),
      row('person-changed', roles('orgAdmin'), roles()),
      { ...row('person-changed', { email: 'a@x.example' }, { email: 'b@x.example' }), by: null },
    ];
    const facts = { organisation: 'Acme', address: 'https://kharcha.example', timeZone: 'Asia/Kolkata' };
    const mail = adminNotice({ ...facts, rows, more: true });
    expect(mail.subject).toBe('Sign-in or organisation admins of Acme changed');
    const when = '01-07-2026 09:05, Leela Thomas\n';
    expect(mail.text.split('\n\n')).toEqual([
      'This was changed at Acme:',
      `${when}Provider of sign-in added: Acme (https://idp.example)`,
      `${when}Provider of sign-in changed: Acme (https://idp.example)`,
      `${when}Provider of sign-in removed: Acme (https://idp.example)`,
      `${when}People moved to a provider of sign-in: Acme (https://idp.example)`,
      `${when}Token for provisioning made: Entra ID`,
      `${when}Sign-in reset: Nila Sen`,
      `${when}Sign-in link made on the server: Nila Sen`,
      `${when}Left, an organisation admin: Nila Sen`,
      `${when}Came back, an organisation admin: Nila Sen`,
      `${when}Became organisation admin: Nila Sen`,
      `${when}Is no organisation admin any more: Nila Sen`,
      '01-07-2026 09:05, a program\nE-mail address of Nila Sen changed: a@x.example → b@x.example',
      'and more',
      'If nobody can say why, undo it and sign out whoever did it. All of it is in the audit log:\n' +
        'https://kharcha.example/audit',
    ]);
  });
});
