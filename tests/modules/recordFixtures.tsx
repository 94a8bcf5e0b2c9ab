import { hashKey } from '@tanstack/react-query';
import { recordEnquiries } from '#contract/calls/records.ts';
import type { Enquiry } from '#contract/record.ts';
import { readOptions } from '#data/query.ts';
import { keepAnswer } from '#data/readCache.ts';

export const ID = 'EXP1';
export const parts = { id: ID };
export const keepAsked = (rows: Enquiry[], more: object = {}) =>
  keepAnswer(
    hashKey(readOptions(recordEnquiries, { parts }).queryKey),
    { success: true, data: rows, ...more },
    Date.now(),
  );
