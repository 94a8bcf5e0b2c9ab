import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect } from 'vitest';

interface Entry {
  LEDGERNAME: string;
  ISDEEMEDPOSITIVE: string;
  AMOUNT: string;
}
interface Parsed {
  '@_REMOTEID': string;
  '@_VCHTYPE': string;
  DATE: string;
  REFERENCE: string;
  NARRATION: string;
  'ALLLEDGERENTRIES.LIST': Entry[];
}
export const vouchersIn = (xml: string): Parsed[] => {
  expect(XMLValidator.validate(xml)).toBe(true);
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    isArray: (name) => name === 'TALLYMESSAGE',
  });
  const parsed = parser.parse(xml) as {
    ENVELOPE: { BODY: { IMPORTDATA: { REQUESTDATA: { TALLYMESSAGE: { VOUCHER: Parsed }[] } } } };
  };
  return parsed.ENVELOPE.BODY.IMPORTDATA.REQUESTDATA.TALLYMESSAGE.map(({ VOUCHER }) => VOUCHER);
};
/** Paise, exactly. */
export const paise = (amount: string): number => Number(amount.replace('.', ''));
