import { codesIn, type Scene } from './gstDecoder.ts';

self.addEventListener('message', (event: MessageEvent<Scene>) => {
  void codesIn(event.data).then(
    (texts) => self.postMessage({ texts }),
    () => self.postMessage({ failed: true }),
  );
});
