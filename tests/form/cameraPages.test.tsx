import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeTrack, photoBytes } from '#tests/support/camera.ts';
import {
  asked,
  device,
  dialog,
  endOf,
  onPhoneWithCamera,
  openCamera,
  shutter,
  taken,
} from '#tests/support/scanning.tsx';

onPhoneWithCamera();

describe('several pages of one bill', () => {
  const add = async (user: Awaited<ReturnType<typeof openCamera>>): Promise<void> => {
    await user.click(await shutter());
    await user.click(await screen.findByRole('button', { name: 'Add page' }));
  };

  it('DOC-20: become one PDF, in their order', async () => {
    device.worker = { find: null, bind: new TextEncoder().encode('%PDF-1.4').buffer };
    const user = await openCamera(new FakeTrack());
    await add(user);
    await dialog('Scan page 2');
    expect(await shutter()).toHaveFocus();
    await user.click(await shutter());
    await dialog('Check page 2');
    await user.click(screen.getByRole('button', { name: 'Use 2 pages' }));
    await waitFor(() => expect(taken).toHaveBeenCalledOnce());
    expect(taken.mock.calls[0]?.[0]).toMatchObject([{ name: 'scan.pdf', type: 'application/pdf' }]);
    const pages = asked.flatMap((job) => job.pages ?? []);
    expect(pages.map((bytes) => endOf(new Uint8Array(bytes)))).toEqual([1, 2].map((mark) => endOf(photoBytes(mark))));
    expect(await screen.findByRole('button', { name: 'Scan' })).toBeInTheDocument();
  });

  it('DOC-20: are attached, once, where the camera is closed before they are used', async () => {
    device.worker = { find: null, bind: new TextEncoder().encode('%PDF-1.4').buffer };
    const user = await openCamera(new FakeTrack());
    await add(user);
    await dialog('Scan page 2');
    await add(user);
    await dialog('Scan page 3');
    expect(taken).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(taken).toHaveBeenCalledOnce());
    expect(taken.mock.calls[0]?.[0]).toMatchObject([{ name: 'scan.pdf' }]);
    await user.click(screen.getByRole('button', { name: 'Scan' }));
    await dialog('Scan a bill');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(taken).toHaveBeenCalledOnce();
  });

  it('DOC-20: are attached once where the camera is closed while they become a bill', async () => {
    let bind: (pdf: ArrayBuffer) => void = () => undefined;
    device.worker = { find: null, bind: new Promise<ArrayBuffer>((done) => (bind = done)) };
    const user = await openCamera(new FakeTrack());
    await add(user);
    await user.click(await shutter());
    await user.click(await screen.findByRole('button', { name: 'Use 2 pages' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(taken).not.toHaveBeenCalled();
    bind(new TextEncoder().encode('%PDF-1.4').buffer);
    await waitFor(() => expect(taken).toHaveBeenCalled());
    // Nothing is left for another closing.
    await user.click(screen.getByRole('button', { name: 'Scan' }));
    await dialog('Scan a bill');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(taken).toHaveBeenCalledOnce();
  });

  it('DOC-20: one that was removed is attached nowhere', async () => {
    const user = await openCamera(new FakeTrack());
    await add(user);
    await user.click(await screen.findByRole('button', { name: 'Remove page 1' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(taken).not.toHaveBeenCalled();
  });

  it('DOC-20: the last one can be removed', async () => {
    const user = await openCamera(new FakeTrack());
    await add(user);
    await user.click(await screen.findByRole('button', { name: 'Remove page 1' }));
    await dialog('Scan a bill');
    expect(screen.queryByRole('button', { name: 'Use page' })).toBeNull();
  });

  it('DOC-20: are used where the camera is taken away in between', async () => {
    const track = new FakeTrack();
    const user = await openCamera(track);
    await add(user);
    await shutter();
    track.dispatchEvent(new Event('ended'));
    await screen.findByRole('alert');
    await user.click(screen.getByRole('button', { name: 'Use page' }));
    await waitFor(() => expect(taken).toHaveBeenCalledOnce());
  });

  it('DOC-20: are photos where this device can make no PDF of them', async () => {
    const user = await openCamera(new FakeTrack());
    await add(user);
    await user.click(await shutter());
    await user.click(await screen.findByRole('button', { name: 'Use 2 pages' }));
    await waitFor(() => expect(taken).toHaveBeenCalledOnce());
    expect(taken.mock.calls[0]?.[0]).toMatchObject([{ type: 'image/jpeg' }, { type: 'image/jpeg' }]);
    expect(await screen.findByText(/The pages are attached as photos/)).toBeInTheDocument();
  });
});
