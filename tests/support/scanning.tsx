import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { BillSources } from '#files/BillSources.tsx';
import { putCamera, type FakeTrack } from './camera.ts';
import { show } from './screen.tsx';
import { setWindowWidth } from './screens.ts';

/** Bills that are shot on a phone whose camera and worker of pictures answer as a test says. */

/** What is attached, and what happens before. */
export const taken = vi.fn<(files: readonly File[], source: string) => void>();
export const before = vi.fn();

/** The worker makes this of each kind of work, once it is there, and fails at all others. */
export const device: { camera?: ReturnType<typeof putCamera>; worker: Readonly<Record<string, unknown>> } = {
  worker: {},
};

/** What the worker was asked for. */
export const asked: { kind: string; pages?: ArrayBuffer[] }[] = [];

class FakeWorker extends EventTarget {
  postMessage(job: (typeof asked)[number]): void {
    asked.push(job);
    const answer = (data: object): unknown => this.dispatchEvent(new MessageEvent('message', { data }));
    if (job.kind in device.worker) void Promise.resolve(device.worker[job.kind]).then((made) => answer({ made }));
    else queueMicrotask(() => answer({ failed: true }));
  }
  terminate(): void {}
}

/** A phone for each test of a file. */
export function onPhoneWithCamera(): void {
  beforeEach(() => {
    setWindowWidth(360);
    taken.mockReset();
    before.mockReset();
    device.worker = { find: null };
    asked.length = 0;
    vi.stubGlobal('Worker', FakeWorker);
    HTMLElement.prototype.setPointerCapture = () => undefined;
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(HTMLElement.prototype, 'setPointerCapture');
    device.camera?.remove();
    delete device.camera;
    setWindowWidth(1280);
  });
}

export const dialog = (name = 'Scan a bill'): Promise<HTMLElement> => screen.findByRole('dialog', { name });

/** The shutter, once the camera sees something. */
export async function shutter(): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name: 'Take photo' });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'));
  return button;
}

/** Shows where bills come from. */
export const showSources = (): void => void show(<BillSources name="Bills" onBeforePick={before} onFiles={taken} />);

/** Opens a camera that answers so. */
export async function openCamera(...answers: (FakeTrack | string)[]) {
  device.camera = putCamera(...answers);
  showSources();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Scan' }));
  await dialog();
  return user;
}

/** What the first file that was attached holds. */
export async function content(): Promise<Uint8Array> {
  const file = taken.mock.calls[0]?.[0][0];
  return new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0));
}

/** The end of a photo, which says which one it is. */
export const endOf = (bytes: Uint8Array): number[] => Array.from(bytes.subarray(-8));
