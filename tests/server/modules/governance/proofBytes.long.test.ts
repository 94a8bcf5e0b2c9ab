import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHANGES } from '#tests/support/changes.ts';
import { aProof, changeEachOf, type Proof } from '#tests/support/proofs.ts';
import { verifyPage } from '#tests/support/verifyPage.ts';

let proof: Proof;
beforeAll(async () => {
  proof = await aProof();
});
afterAll(() => proof.server.close());

it(`AUD-25 the page finds each of ${CHANGES} random changes of one byte, and where`, async () => {
  await changeEachOf(verifyPage(), proof.pack, CHANGES);
  expect((await verifyPage().verifyPack(proof.pack)).faults).toEqual([]);
});
