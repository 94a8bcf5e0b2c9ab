import { fc } from '#tests/support/property.ts';
import { describe, expect, test } from 'vitest';
import {
  gstinCheckDigit,
  isEmail,
  isGstin,
  isMobile,
  isOtp,
  isPan,
  isPercentage,
  isPincode,
  isYear,
} from '#domain/patterns.ts';

const TABLE: Readonly<
  Record<string, readonly [is: (text: string) => boolean, good: readonly string[], bad: readonly string[]]>
> = {
  email: [
    isEmail,
    ['asha@example.com', "o'neil+tax@mail.example.co.in", 'ßtrange@exämple.com'],
    ['', 'asha', 'asha@', '@example.com', 'a b@example.com', 'a@b@c', 'Asha <asha@example.com>', 'a@b,c@d'],
  ],
  mobile: [
    isMobile,
    ['9876543210', '6000000000'],
    ['', '987654321', '98765432101', '5876543210', '+919876543210', '98765 43210', '९८७६५४३२१०'],
  ],
  pincode: [isPincode, ['560001', '110092'], ['', '056001', '56000', '5600011', '56000a']],
  otp: [isOtp, ['000000', '123456'], ['', '12345', '1234567', '12 456']],
  PAN: [
    isPan,
    ['ABCPE1234F', 'AAACB1234C'],
    ['', 'ABCDE1234F', 'abcpe1234f', 'ABCPE12345', 'ABCPE1234', 'ABCPE1234FF'],
  ],
  percentage: [
    isPercentage,
    ['0', '7', '99.99', '100', '100.00'],
    ['', '-1', '100.01', '101', '7.', '.5', '1e1', '07%'],
  ],
  year: [isYear, ['1999', '2026'], ['', '99', '1899', '2100', '20261']],
  GSTIN: [
    isGstin,
    ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '33AAACH7409R1Z8'],
    [
      '',
      '27AAPFU0939F1ZW',
      '27AAPFU0939F0ZV',
      '00AAPFU0939F1ZV',
      '40AAPFU0939F1ZV',
      '27AAPFU0939F1YV',
      '27aapfu0939f1zv',
    ],
  ],
};

describe.each(Object.entries(TABLE))('PAT-1: %s', (_, [is, good, bad]) => {
  test.each(good)('%j is one', (text) => expect(is(text)).toBe(true));
  test.each(bad)('%j is none', (text) => expect(is(text)).toBe(false));
});

test('PAT-1: a GSTIN with any one character changed is none', () => {
  const signs = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  fc.assert(
    fc.property(fc.nat(14), fc.constantFrom(...signs), (at, sign) => {
      const [known = ''] = TABLE['GSTIN']?.[1] ?? [];
      const changed = known.slice(0, at) + sign + known.slice(at + 1);
      expect(isGstin(changed)).toBe(changed === known);
    }),
  );
});

test('PAT-1: the check digit is one of 36', () => {
  fc.assert(fc.property(fc.stringMatching(/^[0-9A-Z]{14}$/), (text) => /^[0-9A-Z]$/.test(gstinCheckDigit(text))));
});
