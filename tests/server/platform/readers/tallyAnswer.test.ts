import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { readers } from '#server/platform/readers/pool.ts';
import { readImportAnswer } from '#server/platform/readers/tallyAnswer.ts';

const read = (text: string) => readImportAnswer(Buffer.from(text));
const answer = (vouchers: number): string =>
  [
    '<ENVELOPE>',
    ...Array.from(
      { length: vouchers },
      (_, n) =>
        '<IMPORTRESULT><CREATED>1</CREATED><ALTERED>0</ALTERED><COMBINED>0</COMBINED><IGNORED>0</IGNORED>' +
        `<ERRORS>1</ERRORS><LINEERROR>Ledger &apos;Travel ${n}&apos; does not exist!</LINEERROR></IMPORTRESULT>`,
    ),
    '</ENVELOPE>',
  ].join('');

describe('TALLY-10 an answer of Tally', () => {
  it('is read wherever its counts stand, with the text as it is meant', async () => {
    expect(await read(answer(2))).toEqual({
      taken: 2,
      refused: 2,
      problems: ["Ledger 'Travel 0' does not exist!", "Ledger 'Travel 1' does not exist!"],
    });
    expect(
      await read(
        `<?xml version="1.0"?>\r\n<!-- <CREATED>9</CREATED> --><R a="x > y" b='"'>\n` +
          '<CREATED type="n" > 3 </CREATED><ERRORS/>' +
          '<LINEERROR>a\n <![CDATA[<b> &amp;]]> &lt;&#38;amp;&gt;</LINEERROR>&amp;</R> ',
      ),
    ).toEqual({ taken: 3, refused: 0, problems: ['a <b> &amp; <&amp;>'] });
    expect(
      await read(
        '<R><CREATED>1</CREATED><LINEERROR>Cost Centre &#4; Not Applicable &#x4;\u0004&#8377;</LINEERROR></R>',
      ),
    ).toEqual({ taken: 1, refused: 0, problems: ['Cost Centre Not Applicable ₹'] });
    // No count of its own: it holds something else.
    expect(await read('<R><CREATED>1<X>2</X></CREATED><ALTERED>4</ALTERED></R>')).toEqual({
      taken: 4,
      refused: 0,
      problems: [],
    });
    expect(await read('<R><CREATED/></R>')).toEqual({ taken: 0, refused: 0, problems: [] });
  });

  it.each([
    ['crossing tags', '<R><CREATED>1</R></CREATED>'],
    ['a tag that stays open', '<R><CREATED>1</CREATED>'],
    ['a tag that was never opened', '<CREATED>1</CREATED></R>'],
    ['two roots', '<R><CREATED>1</CREATED></R><R/>'],
    ['words around it', '<R><CREATED>1</CREATED></R> and more'],
    ['no tag', 'CREATED 1'],
    ['a sign that begins nothing', '<R><CREATED>1 < 2</CREATED></R>'],
    ['an open quote', '<R a="><CREATED>1</CREATED></R>'],
    ['an open comment', '<R><CREATED>1</CREATED></R><!--'],
    ['another declaration', '<R><!ELEMENT a><CREATED>1</CREATED></R>'],
    ['a thousand levels', `${'<R>'.repeat(1_000)}<CREATED>1</CREATED>${'</R>'.repeat(1_000)}`],
    ['a document type', '<!DOCTYPE R><R><CREATED>1</CREATED></R>'],
    ['an entity of its own', '<!DOCTYPE R [<!ENTITY e "1">]><R><CREATED>&e;</CREATED></R>'],
    ['an entity that nobody knows', '<R><CREATED>&e;</CREATED></R>'],
  ])('Z48 with %s is none', async (_, text) => {
    expect(await read(text)).toBeNull();
  });

  it('S1 a whole batch is read by the pool, each complaint once, up to a number that can be read', async () => {
    const said = await readers().read('tally', { bytes: Buffer.from(answer(5_000)) });
    expect(said).toMatchObject({ taken: 5_000, refused: 5_000 });
    expect(said?.problems.length).toBe(5_000);
    const others = Array.from({ length: 900 }, (_, n) => `<LINEERROR>${n} ${'x'.repeat(900)}</LINEERROR>`);
    const same = await read(`<R>${'<LINEERROR>Ledger does not exist</LINEERROR>'.repeat(9)}${others.join('')}</R>`);
    expect(same?.problems.slice(0, 2)).toEqual(['Ledger does not exist', `0 ${'x'.repeat(498)}`]);
    expect(same?.problems.join('').length).toBeLessThanOrEqual(200_000);
  });

  it('is as well-formed as another reader finds it', async () => {
    const text = answer(3);
    for (let at = 1; at < text.length; at += 7) {
      const cut = text.slice(0, at) + text.slice(at + 3);
      if ((await read(cut)) !== null) expect([cut, XMLValidator.validate(cut)]).toEqual([cut, true]);
    }
    expect(new XMLParser().parse(text)).toBeTruthy();
  });
});
