import type { Enquiry } from '#contract/record.ts';

let made = 0;

/** An enquiry of `employee` by `manager`, as the server answers it to `employee`. */
export function anEnquiry(more: Partial<Enquiry> = {}): Enquiry {
  made += 1;
  const at = Date.UTC(2026, 10, 12, 6) + made;
  return {
    enquiryId: `ENQ${String(made).padStart(4, '0')}`,
    about: {
      id: 'EXP1',
      kind: 'localExpense',
      title: 'Mobile Bill',
      amount: 708,
      from: '2026-11-12',
      to: '2026-11-12',
      note: 'Jio',
    },
    askedBy: { email: 'manager@example.com', name: 'Ravi Menon' },
    askedOf: { email: 'employee@example.com', name: 'Asha Nair' },
    question: 'Why so much?',
    askedAt: at,
    answer: null,
    answeredAt: null,
    closedAt: null,
    closedBy: null,
    mayAnswer: true,
    mayClose: false,
    version: 1,
    createdAt: at,
    updatedAt: at,
    ...more,
  };
}
