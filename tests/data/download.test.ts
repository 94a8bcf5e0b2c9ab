import { expect, it, vi } from 'vitest';
import { download } from '#data/http.ts';
import { refusal, signInAnswered } from '#tests/support/answers.ts';
import { PERSON } from '#tests/support/screen.tsx';

it('DOC-15: a bill that the server refuses is logged, and the refusal is told', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await signInAnswered(PERSON, { getDocument: refusal(404, 'NOT_FOUND', 'Nothing here, or not yours') });
  await expect(download('a'.repeat(64))).rejects.toMatchObject({ status: 404, message: 'Nothing here, or not yours' });
  expect(logged.mock.calls).toEqual([['Failed to download document']]);
  logged.mockRestore();
});
