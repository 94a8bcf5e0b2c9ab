import { afterAll, beforeAll, expect, it } from 'vitest';
import { aProof, changeEachOf, type Proof } from '#tests/support/proofs.ts';
import { verifyPage } from '#tests/support/verifyPage.ts';

let proof: Proof;
beforeAll(async () => {
  proof = await aProof();
});
afterAll(() => proof.server.close());

it('AUD-25 the page finds each of 10,000 random changes of one byte, and where', async () => {
  await changeEachOf(verifyPage(), proof.pack, 10_000);
  expect((await verifyPage().verifyPack(proof.pack)).faults).toEqual([]);
}, 900_000);
