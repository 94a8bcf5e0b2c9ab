/** What is used of the decoder (libheif, compiled to WebAssembly), which comes without types for this. */
declare module 'libheif-js/libheif-wasm/libheif.js' {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean;
    /** Decodes into `pixels`; null where that failed. */
    display(pixels: ImageData, done: (drawn: ImageData | null) => void): void;
    free(): void;
  }
  export default function libheif(options: { wasmBinary: ArrayBuffer }): {
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  };
}
