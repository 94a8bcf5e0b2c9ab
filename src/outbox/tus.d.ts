/**
 * The protocol alone, as modern source: the package's entry adds storage, requests and old syntax that the outbox has
 * no use for, 14 kB in place of 7.
 */
declare module 'tus-js-client/lib/upload.js' {
  import type { Upload, UploadOptions } from 'tus-js-client';
  const BaseUpload: typeof Upload & { defaultOptions: UploadOptions };
  export default BaseUpload;
}
