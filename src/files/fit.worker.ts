import { fitPhoto } from './fitPhoto.ts';

interface Job {
  bytes: ArrayBuffer;
  type: string;
}

self.addEventListener('message', (event: MessageEvent<Job>) => {
  void fitPhoto(event.data.bytes, event.data.type).then(
    (bytes) => self.postMessage({ bytes }, { transfer: bytes ? [bytes] : [] }),
    () => self.postMessage({ failed: true }),
  );
});
