declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

  /** The parts of it that are used here; it brings no types. */
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: Buffer[] }[];
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}
