import { describe, expect, test } from 'vitest';
import { MAX_OPEN_ENQUIRIES, MAX_REMARKS } from '#contract/limits.ts';
import { enquiryCan, enquiryRole, parseAnswer, parseQuestion, turnOf } from '#domain/enquiry.ts';

describe('enquiries', () => {
  test('ENQ-1 ENQ-2 ENQ-5 the owner answers and nothing else, everybody else who sees it asks and closes', () => {
    const may = (actor: string) =>
      Object.entries(enquiryRole)
        .filter(([, rule]) => rule(actor, 'owner').ok)
        .map(([name]) => name);
    expect(may('owner')).toEqual(['answer']);
    expect(may('approver')).toEqual(['ask', 'close']);
    expect(enquiryRole.ask('owner', 'owner')).toMatchObject({
      code: 'FORBIDDEN',
      message: 'You cannot ask about your own request.',
    });
  });

  test.each([
    ['question', parseQuestion, 'Please enter a question'],
    ['answer', parseAnswer, 'Please enter an answer'],
  ] as const)('ENQ-3 a %s is trimmed text of 1 to 2,000 characters', (field, read, missing) => {
    expect(read({ [field]: ' a\r\nb ' })).toEqual({ ok: true, value: 'a\nb' });
    expect(read({ [field]: 'x'.repeat(MAX_REMARKS) }).ok).toBe(true);
    for (const none of [{}, null, { [field]: ' \n ' }, { [field]: 7 }])
      expect(read(none)).toMatchObject({ ok: false, message: missing, errors: { [field]: missing } });
    expect(read({ [field]: 'x'.repeat(MAX_REMARKS + 1) })).toMatchObject({
      message: 'It cannot be longer than 2000 characters',
    });
    expect(read({ [field]: 'a\u0000' })).toMatchObject({ message: 'It contains characters that cannot be stored' });
  });

  test('ENQ-4 ENQ-6 what the state allows', () => {
    for (const closed of [false, true])
      expect([enquiryCan.answer({ closed }).ok, enquiryCan.close({ closed }).ok]).toEqual([!closed, !closed]);
    expect(enquiryCan.close({ closed: true })).toMatchObject({ code: 'CONFLICT', message: 'This enquiry is closed.' });
    expect(enquiryCan.ask({ gone: false, open: MAX_OPEN_ENQUIRIES - 1 }).ok).toBe(true);
    expect(enquiryCan.ask({ gone: false, open: MAX_OPEN_ENQUIRIES })).toMatchObject({ code: 'CONFLICT' });
    expect(enquiryCan.ask({ gone: true, open: 0 })).toMatchObject({ code: 'CONFLICT' });
  });

  test('ENQ-7 whose turn it is', () => {
    expect([
      turnOf({ answer: null, closedAt: null }),
      turnOf({ answer: 'Yes', closedAt: null }),
      turnOf({ answer: null, closedAt: 1 }),
      turnOf({ answer: 'Yes', closedAt: 1 }),
    ]).toEqual(['owner', 'asker', null, null]);
  });
});
