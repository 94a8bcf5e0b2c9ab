import { bound, findIn, straightened } from './camera/pixels.ts';
import { fitPhoto } from './fitPhoto.ts';
import type { PictureJobs } from './pictureWorker.ts';

type Work = { [K in keyof PictureJobs]: (job: PictureJobs[K]['job']) => Promise<PictureJobs[K]['made']> };

const WORK: Work = {
  fit: ({ bytes, type }) => fitPhoto(bytes, type),
  find: ({ bytes }) => findIn(bytes),
  straighten: ({ bytes, quad }) => straightened(bytes, quad),
  bind: ({ pages }) => bound(pages),
};

self.addEventListener('message', ({ data }: MessageEvent<{ kind: keyof Work } & Record<string, unknown>>) => {
  void WORK[data.kind](data as never).then(
    (made) => self.postMessage({ made }, { transfer: made instanceof ArrayBuffer ? [made] : [] }),
    () => self.postMessage({ failed: true }),
  );
});
