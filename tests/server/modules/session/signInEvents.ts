import { email, idOf } from '#tests/support/people.ts';
import { NOW } from '#tests/support/server.ts';
import { accessAt, DEVICE, event, FROM, status, type Event, type There } from './accessAuditFixtures.ts';

/** Who came in and went, and what was refused at the door: each is one row of the log. */
export function signInEvents(there: There): Event[] {
  const { anybody, present, credential, code } = accessAt(there);
  return [
    event({
      event: 'a sign-in by Google',
      run: async () => status(200, present(await credential(email('employee')))),
      row: {
        action: 'sign-in',
        record_kind: 'session',
        actor_id: idOf('employee'),
        after: { how: 'google' },
        origin: FROM,
      },
    }),
    event({
      event: 'a sign-in by a code',
      before: code,
      run: (typed) => status(200, anybody().post('/api/v1/account/codelogin', typed, DEVICE)),
      row: {
        action: 'sign-in',
        record_kind: 'session',
        actor_id: idOf('employee'),
        after: { how: 'code' },
        origin: FROM,
      },
    }),
    event({
      event: 'a sign-out',
      before: () => there().server.signIn('employee'),
      run: (token) => status(200, there().server.with(token).post('/api/v2/logout', {}, DEVICE)),
      row: { action: 'sign-out', record_kind: 'session', version: 2, actor_id: idOf('employee'), origin: FROM },
    }),
    event({
      event: 'a token that is none',
      run: () => status(401, present('a.b.c')),
      row: {
        action: 'sign-in-refused',
        record_kind: 'refusal',
        actor_id: null,
        on_behalf_of: null,
        after: { how: 'google', code: 'UNAUTHENTICATED', why: 'not an ID token', email: null, times: 1 },
        origin: FROM,
      },
    }),
    event({
      event: 'a token of another key, which names somebody of the directory',
      run: async () => {
        const [head, , signature] = (await credential(email('employee2'))).split('.');
        await status(
          401,
          present(
            [
              head,
              Buffer.from(JSON.stringify(there().server.identity.claims(email('manager'), NOW))).toString('base64url'),
              signature,
            ].join('.'),
          ),
        );
      },
      row: {
        action: 'sign-in-refused',
        record_kind: 'refusal',
        actor_id: null,
        on_behalf_of: idOf('manager'),
        after: {
          how: 'google',
          code: 'UNAUTHENTICATED',
          why: 'of nobody who is trusted, or expired',
          email: email('manager'),
          times: 1,
        },
      },
    }),
    event({
      event: 'a token that was used before',
      before: async () => {
        const token = await credential(email('employee'));
        await present(token);
        return token;
      },
      run: (token) => status(401, present(token)),
      row: {
        action: 'sign-in-refused',
        record_kind: 'refusal',
        actor_id: null,
        on_behalf_of: idOf('employee'),
        after: { how: 'google', code: 'UNAUTHENTICATED', why: 'used before', email: email('employee'), times: 1 },
      },
    }),
    event({
      event: 'somebody who is not in the directory',
      run: async () => status(403, present(await credential('stranger@example.com'))),
      row: {
        action: 'sign-in-refused',
        record_kind: 'refusal',
        actor_id: null,
        on_behalf_of: null,
        after: {
          how: 'google',
          code: 'FORBIDDEN',
          why: 'not in the directory, or disabled',
          email: 'stranger@example.com',
          times: 1,
        },
      },
    }),
    event({
      event: 'a wrong code',
      before: code,
      run: (typed) =>
        status(
          422,
          anybody().post(
            '/api/v1/account/codelogin',
            { ...typed, code: typed.code === '123456' ? '654321' : '123456' },
            DEVICE,
          ),
        ),
      row: {
        action: 'sign-in-refused',
        record_kind: 'refusal',
        actor_id: null,
        on_behalf_of: idOf('employee'),
        after: { how: 'code', code: 'INVALID', why: 'wrong code', email: email('employee'), times: 1 },
      },
    }),
    event({
      event: 'one sign-in too many',
      before: async () => {
        for (let n = 0; n < 10; n += 1) await present('a.b.c');
      },
      run: async () => status(429, present(await credential(email('employee')))),
      row: {
        action: 'sign-in-refused',
        record_kind: 'refusal',
        actor_id: null,
        on_behalf_of: idOf('employee'),
        after: {
          how: 'google',
          code: 'RATE_LIMITED',
          why: 'Too many failed sign-ins. Please wait a minute.',
          email: email('employee'),
          times: 1,
        },
      },
    }),
  ];
}
