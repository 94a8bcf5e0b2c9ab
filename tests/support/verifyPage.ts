import { readFileSync } from 'node:fs';

/** The page that checks proof packs, run without a browser. */

interface PackFault {
  file: string;
  why: string;
  row?: number;
}
export interface PackFile {
  name: string;
  bytes: Uint8Array;
}
export interface VerifyPage {
  verifyPack(
    bytes: Uint8Array,
    known?: string,
  ): Promise<{ faults: PackFault[]; about: { pending?: number; digests?: string[]; keyDigest?: string } }>;
  writePack(files: readonly PackFile[]): Uint8Array;
  readPack(bytes: Uint8Array): PackFile[];
}

/** The script of the page as functions. */
export function verifyPage(): VerifyPage {
  const [, script = ''] = /<script>([^]*)<\/script>/.exec(readFileSync('public/verify.html', 'utf8')) ?? [];
  const own: Partial<VerifyPage> = {};
  // oxlint-disable-next-line typescript/no-implied-eval -- the page is one file, so that it can be kept and sent
  new Function('globalThis', script)(own);
  return own as VerifyPage;
}
