import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Quad } from '#files/camera/quad.ts';
import { takenAt } from '#files/photoTime.ts';
import { FakeTrack, photoBytes } from '#tests/support/camera.ts';
import {
  asked,
  before,
  content,
  device,
  dialog,
  endOf,
  onPhoneWithCamera,
  openCamera,
  showSources,
  shutter,
  taken,
} from '#tests/support/scanning.tsx';
import { setWindowWidth } from '#tests/support/screens.ts';

onPhoneWithCamera();

describe('the camera in the page', () => {
  it('DOC-18: what is shot is attached once it is used, and says when it was taken', async () => {
    const track = new FakeTrack();
    const user = await openCamera(track);
    expect(before, 'what is typed is kept first').toHaveBeenCalledOnce();
    expect(device.camera?.asked).toEqual([
      { video: { facingMode: { ideal: 'environment' }, width: { ideal: 2_560 }, height: { ideal: 1_920 } } },
    ]);
    await user.click(await shutter());
    await dialog('Check the photo');
    expect(await screen.findByRole('img', { name: 'What was taken' })).toBeInTheDocument();
    expect(taken).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Use photo' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(taken.mock.calls).toEqual([[[expect.objectContaining({ name: 'scan.jpg', type: 'image/jpeg' })], 'camera']]);
    const bytes = await content();
    expect(takenAt(bytes)?.time).toMatch(/^\d{4}:\d\d:\d\d \d\d:\d\d:\d\d$/);
    expect(endOf(bytes)).toEqual(endOf(photoBytes(1)));
    expect(track.stopped, 'the camera is given back').toBe(true);
  });

  it('DOC-18: a press before the first frame takes one picture, as soon as there is one', async () => {
    const user = await openCamera(new FakeTrack());
    const state = device.camera?.state ?? { seeing: true };
    state.seeing = false;
    await user.dblClick(await shutter());
    const video = screen.getByLabelText('What the camera sees');
    video.dispatchEvent(new Event('timeupdate'));
    expect(screen.queryByRole('button', { name: 'Use photo' })).toBeNull();
    state.seeing = true;
    video.dispatchEvent(new Event('timeupdate'));
    await user.click(await screen.findByRole('button', { name: 'Use photo' }));
    await waitFor(() => expect(taken).toHaveBeenCalledOnce());
    expect(endOf(await content()), 'one press, one photo').toEqual(endOf(photoBytes(1)));
  });

  it('DOC-18: retake throws the photo away and takes another', async () => {
    const user = await openCamera(new FakeTrack());
    await user.click(await shutter());
    await user.click(await screen.findByRole('button', { name: 'Retake' }));
    await user.click(await shutter());
    await user.click(await screen.findByRole('button', { name: 'Use photo' }));
    await waitFor(() => expect(taken).toHaveBeenCalledOnce());
    expect(endOf(await content())).toEqual(endOf(photoBytes(2)));
    expect(device.camera?.asked, 'it stayed on').toHaveLength(1);
  });

  it('DOC-18: works by keyboard alone: the next step has the focus, Escape closes, the focus returns', async () => {
    const track = new FakeTrack();
    const user = await openCamera(track);
    expect(await shutter()).toHaveFocus();
    await user.keyboard(' ');
    expect(await screen.findByRole('button', { name: 'Use photo' })).toHaveFocus();
    await user.tab({ shift: true });
    await user.keyboard('{Enter}');
    expect(await shutter()).toHaveFocus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('button', { name: 'Scan' })).toHaveFocus();
    expect(taken).not.toHaveBeenCalled();
    expect(track.stopped).toBe(true);
  });

  it.each([
    ['NotAllowedError', /This page may not use the camera/],
    ['NotFoundError', /No camera was found on this device/],
    ['NotReadableError', /Another app uses the camera/],
    ['AbortError', /Another app uses the camera/],
    ['OverconstrainedError', /No camera of this device can take/],
    ['TypeError', /The camera could not be started/],
  ])('DOC-18: %s is said in a sentence, and the phone’s own camera is offered', async (name, sentence) => {
    const user = await openCamera(name);
    expect(await screen.findByRole('alert')).toHaveTextContent(sentence);
    const picked: string[] = [];
    const click = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (this: HTMLInputElement) {
      picked.push(this.getAttribute('aria-label') ?? '');
    });
    await user.click(screen.getByRole('button', { name: 'Phone’s camera' }));
    click.mockRestore();
    expect(picked).toEqual(['Photo from the camera']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('DOC-18: on a desktop the way out of a missing camera is a file', async () => {
    setWindowWidth(1280);
    await openCamera('NotFoundError');
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toHaveFocus();
  });

  it('DOC-18: one that was allowed meanwhile is there at the next try', async () => {
    const user = await openCamera('NotAllowedError', new FakeTrack());
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await shutter()).toHaveFocus();
  });

  it('DOC-18: a driver that refuses the size gives what it has', async () => {
    await openCamera('OverconstrainedError', new FakeTrack());
    await shutter();
    expect(device.camera?.asked.at(-1)).toEqual({ video: true });
  });

  it('DOC-18: a camera that is taken away in the middle is no dead end, and a photo that was shot stays', async () => {
    const first = new FakeTrack();
    const user = await openCamera(first, new FakeTrack());
    await user.click(await shutter());
    first.dispatchEvent(new Event('ended'));
    expect(await screen.findByRole('button', { name: 'Use photo' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Retake' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The camera was taken away');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click(await shutter());
    await user.click(await screen.findByRole('button', { name: 'Use photo' }));
    await waitFor(() => expect(taken).toHaveBeenCalledOnce());
  });

  it('DOC-18: the light is there where the camera has one, and says where it does not work', async () => {
    const track = new FakeTrack('works');
    const user = await openCamera(track);
    const light = await screen.findByRole('button', { name: 'Light', pressed: false });
    await user.click(light);
    await waitFor(() => expect(light).toHaveAttribute('aria-pressed', 'true'));
    await user.click(light);
    await waitFor(() => expect(track.lights).toEqual([true, false]));
  });

  it('DOC-18: no light, no button; one that fails is said', async () => {
    const user = await openCamera(new FakeTrack(), new FakeTrack('broken'));
    await shutter();
    expect(screen.queryByRole('button', { name: 'Light' })).toBeNull();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Scan' }));
    await user.click(await screen.findByRole('button', { name: 'Light' }));
    expect(await screen.findByText('The light could not be turned on.')).toBeInTheDocument();
  });

  it('DOC-18: where the browser has no camera for pages the device’s own is there alone', () => {
    showSources();
    expect(screen.queryByRole('button', { name: 'Scan' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Camera' })).toBeInTheDocument();
  });
});

describe('straightening what was shot', () => {
  const QUAD: Quad = [
    { x: 0.2, y: 0.1 },
    { x: 0.8, y: 0.1 },
    { x: 0.8, y: 0.9 },
    { x: 0.2, y: 0.9 },
  ];
  const corner = (name: string): Promise<HTMLElement> =>
    screen.findByRole('button', { name: new RegExp(`^${name} corner`) });
  const straighten = (): HTMLElement => screen.getByRole('button', { name: 'Straighten' });

  it('DOC-19: what lies between the corners that were found is attached', async () => {
    device.worker = { find: QUAD, straighten: new Uint8Array(photoBytes(77)).buffer };
    const user = await openCamera(new FakeTrack());
    await user.click(await shutter());
    expect(await corner('Top left')).toHaveAccessibleName('Top left corner: 20 % across, 10 % down');
    await user.click(screen.getByRole('button', { name: 'Use photo' }));
    await waitFor(() => expect(taken).toHaveBeenCalledOnce());
    expect(asked).toMatchObject([{ kind: 'find' }, { kind: 'straighten', quad: QUAD }]);
    expect(endOf(await content())).toEqual(endOf(photoBytes(77)));
  });

  it('DOC-19: the arrow keys move a corner, with Shift further, and never across the bill', async () => {
    device.worker = { find: QUAD, straighten: null };
    const user = await openCamera(new FakeTrack());
    await user.click(await shutter());
    (await corner('Bottom right')).focus();
    await user.keyboard('{ArrowLeft}{ArrowLeft}{Shift>}{ArrowDown}{/Shift}');
    expect(await corner('Bottom right')).toHaveAccessibleName('Bottom right corner: 79 % across, 95 % down');
    await user.keyboard(`{Shift>}${'{ArrowUp}'.repeat(30)}{/Shift}`);
    expect(await corner('Bottom right')).toHaveAccessibleName(/79 % across, 15 % down$/);
  });

  it('DOC-19: a finger drags a corner from beside it', async () => {
    device.worker = { find: QUAD, straighten: null };
    const user = await openCamera(new FakeTrack());
    await user.click(await shutter());
    const handle = await corner('Top left');
    vi.spyOn(screen.getByRole('group', { name: 'Corners of the bill' }), 'getBoundingClientRect').mockReturnValue({
      left: 10,
      top: 20,
      width: 200,
      height: 400,
    } as DOMRect);
    await user.pointer([
      { keys: '[TouchA>]', target: handle, coords: { clientX: 60, clientY: 70 } },
      { pointerName: 'TouchA', target: handle, coords: { clientX: 40, clientY: 90 } },
      { keys: '[/TouchA]' },
      { pointerName: 'TouchA', target: handle, coords: { clientX: 100, clientY: 300 } },
    ]);
    expect(await corner('Top left')).toHaveAccessibleName('Top left corner: 10 % across, 15 % down');
  });

  it('DOC-19: straightening can be left out, and taken up again by hand', async () => {
    device.worker = { find: QUAD, straighten: null };
    const user = await openCamera(new FakeTrack());
    await user.click(await shutter());
    await corner('Top left');
    await user.click(straighten());
    expect(screen.getByText('The photo is used whole.')).toBeInTheDocument();
    await user.click(straighten());
    expect(await corner('Top left')).toHaveAccessibleName('Top left corner: 10 % across, 10 % down');
    await user.click(straighten());
    await user.click(screen.getByRole('button', { name: 'Use photo' }));
    await waitFor(() => expect(taken).toHaveBeenCalledOnce());
    expect(endOf(await content())).toEqual(endOf(photoBytes(1)));
  });

  it('DOC-19: where nothing is found, or it cannot be straightened, the photo is used whole', async () => {
    device.worker = { find: QUAD };
    const user = await openCamera(new FakeTrack());
    await user.click(await shutter());
    await corner('Top left');
    await user.click(screen.getByRole('button', { name: 'Use photo' }));
    expect(await screen.findByText(/could not be straightened on this device/)).toBeInTheDocument();
    expect(taken).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Use photo' }));
    await waitFor(() => expect(taken).toHaveBeenCalledOnce());
    expect(endOf(await content())).toEqual(endOf(photoBytes(1)));
  });
});
