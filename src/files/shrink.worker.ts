import { shrinkImage } from './shrinkImage.ts';

interface Job {
  bytes: ArrayBuffer;
  type: string;
  limit: number;
}

self.addEventListener('message', (event: MessageEvent<Job>) => {
  void shrinkImage(event.data.bytes, event.data.type, event.data.limit).then(
    (bytes) => self.postMessage({ bytes }, { transfer: [bytes] }),
    () => self.postMessage({ failed: true }),
  );
});
