import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { seenCodeOf } from '#files/seenCode.ts';
import { ok, signInAnswered } from '#tests/support/answers.ts';
import { FakeTrack } from '#tests/support/camera.ts';
import { portal } from '#tests/support/gstCodes.ts';
import { onPhoneWithCamera, openCamera, shutter, taken } from '#tests/support/scanning.tsx';
import { PERSON } from '#tests/support/screen.tsx';

const { watchForCode } = vi.hoisted(() => ({ watchForCode: vi.fn() }));
vi.mock('#files/gst/gstLive.ts', () => ({ watchForCode }));

onPhoneWithCamera();

describe('GST-11 a signed code that the camera sees', () => {
  const SEEN = { text: 'signed.code.text', number: 'KH/26-27/7' };
  const photo = (): File => taken.mock.calls[0]?.[0][0] as File;
  const answered = async (keys: readonly object[]) => signInAnswered(PERSON, { readGst: ok({ keys, gstins: [] }) });
  beforeEach(async () => {
    watchForCode.mockReset();
    await answered([(await portal('one')).key]);
  });

  it('is not looked for where the organisation has no keys to verify it with', async () => {
    const asked = await answered([]);
    const user = await openCamera(new FakeTrack());
    await waitFor(() => expect(asked.map(({ name }) => name)).toContain('readGst'));
    await user.click(await shutter());
    await user.click(await screen.findByRole('button', { name: 'Use photo' }));
    await waitFor(() => expect(taken).toHaveBeenCalledOnce());
    expect(watchForCode).not.toHaveBeenCalled();
  });

  it('is told, and goes with the photo', async () => {
    watchForCode.mockResolvedValue(SEEN);
    const user = await openCamera(new FakeTrack());
    expect(await screen.findByText('GST e-invoice KH/26-27/7 was seen.')).toBeInTheDocument();
    await user.click(await shutter());
    await user.click(await screen.findByRole('button', { name: 'Use photo' }));
    await waitFor(() => expect(taken).toHaveBeenCalledOnce());
    expect(seenCodeOf(photo())).toBe(SEEN.text);
    expect(watchForCode).toHaveBeenCalledOnce();
  });

  it('is forgotten by a retake, and looked for again', async () => {
    watchForCode.mockResolvedValueOnce(SEEN).mockResolvedValue(null);
    const user = await openCamera(new FakeTrack());
    await screen.findByText(/was seen/);
    await user.click(await shutter());
    await user.click(await screen.findByRole('button', { name: 'Retake' }));
    await waitFor(() => expect(watchForCode).toHaveBeenCalledTimes(2));
    expect(screen.queryByText(/was seen/)).toBeNull();
    await user.click(await shutter());
    await user.click(await screen.findByRole('button', { name: 'Use photo' }));
    await waitFor(() => expect(taken).toHaveBeenCalledOnce());
    expect(seenCodeOf(photo())).toBeUndefined();
  });

  it('is forgotten with the page that it was seen with', async () => {
    watchForCode.mockResolvedValueOnce(SEEN).mockResolvedValue(null);
    const user = await openCamera(new FakeTrack());
    await screen.findByText(/was seen/);
    await user.click(await shutter());
    await user.click(await screen.findByRole('button', { name: 'Add page' }));
    await user.click(await screen.findByRole('button', { name: 'Remove page 1' }));
    await waitFor(() => expect(screen.queryByText(/was seen/)).toBeNull());
    await user.click(await shutter());
    await user.click(await screen.findByRole('button', { name: 'Use photo' }));
    await waitFor(() => expect(taken).toHaveBeenCalledOnce());
    expect(seenCodeOf(photo())).toBeUndefined();
  });

  it('is not looked for while a photo is looked at, nor once the camera is closed', async () => {
    const signals: AbortSignal[] = [];
    watchForCode.mockImplementation((_video, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    });
    const user = await openCamera(new FakeTrack());
    await waitFor(() => expect(signals).toHaveLength(1));
    await user.click(await shutter());
    await screen.findByRole('button', { name: 'Use photo' });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    await user.click(screen.getByRole('button', { name: 'Retake' }));
    await waitFor(() => expect(signals).toHaveLength(2));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]));
  });
});
