import { vi } from 'vitest';

/** A camera for screens in jsdom, which has none, nor anything that draws. */

/** What a camera's track is to the page. */
export class FakeTrack extends EventTarget {
  stopped = false;
  /** What the page asked the light to be, in turn. */
  readonly lights: unknown[] = [];
  private readonly torch: 'none' | 'works' | 'broken';

  constructor(torch: 'none' | 'works' | 'broken' = 'none') {
    super();
    this.torch = torch;
  }

  getCapabilities(): object {
    return this.torch === 'none' ? {} : { torch: true };
  }

  applyConstraints({ advanced = [] }: { advanced?: { torch?: boolean }[] }): Promise<void> {
    if (this.torch === 'broken') return Promise.reject(new TypeError('No light.'));
    this.lights.push(advanced[0]?.torch);
    return Promise.resolve();
  }

  stop(): void {
    this.stopped = true;
  }
}

/** A photo that is a JPEG by its first bytes; each is another. */
export const photoBytes = (mark: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 4, mark, 0, 0xff, 0xd9]);

/**
 * Puts a camera in the browser: each call for it takes the next of these answers, a track or the name of the error;
 * the last one stands for all that follow. Answers what was asked for, whether the camera has a picture yet, which a
 * test can change, and how to take it away again.
 */
export function putCamera(...answers: (FakeTrack | string)[]): {
  asked: MediaStreamConstraints[];
  state: { seeing: boolean };
  remove: () => void;
} {
  const asked: MediaStreamConstraints[] = [];
  const getUserMedia = (constraints: MediaStreamConstraints): Promise<unknown> => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(constraints);
    if (typeof answer === 'string') return Promise.reject(new DOMException('No.', answer));
    return Promise.resolve({ getTracks: () => [answer], getVideoTracks: () => [answer] });
  };
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
  const state = { seeing: true };
  // As soon as its first frame has come a camera has its size; until it is played nothing can be drawn of it.
  for (const [name, seen] of [
    ['videoWidth', () => 1_200],
    ['videoHeight', () => 1_600],
    ['readyState', () => HTMLMediaElement.HAVE_ENOUGH_DATA],
    ['currentTime', () => (state.seeing ? 0.1 : 0)],
  ] as const)
    Object.defineProperty(HTMLVideoElement.prototype, name, { configurable: true, get: seen });
  let shots = 0;
  const drawing = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    drawImage: () => undefined,
  } as never);
  const taking = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => {
    shots += 1;
    done(new Blob([photoBytes(shots)], { type: 'image/jpeg' }));
  });
  return {
    asked,
    state,
    remove: () => {
      drawing.mockRestore();
      taking.mockRestore();
      for (const name of ['videoWidth', 'videoHeight', 'readyState', 'currentTime'])
        Reflect.deleteProperty(HTMLVideoElement.prototype, name);
      Reflect.deleteProperty(navigator, 'mediaDevices');
    },
  };
}
