/** Files on their way to the server, part by part. Moments are epoch milliseconds, sizes are bytes. */

type Millis = number;

export interface UploadsTable {
  id: string;
  person_id: string;
  /** As its sender calls the file. */
  name: string;
  size: number;
  /** How many of its bytes are safe here. */
  received: number;
  /** The SHA-256 that its sender says it has, hex. */
  finger_print: string | null;
  /** The fingerPrint that it became. */
  finished_hash: string | null;
  created_at: Millis;
  expires_at: Millis;
}

/** A part is an object of the file store: 16 random bytes, so that no two are ever the same object, then its own. */
interface UploadPartsTable {
  upload_id: string;
  /** Its name in the file store. */
  hash: string;
  /** Its place in the file; null until its bytes are safe. */
  begins: number | null;
  size: number;
}

/** Small pictures of a bill, both or none (DOC-16). Read and written as base64 by SQL, for both drivers. */
interface BillPreviewsTable {
  file_hash: string;
  small: Uint8Array | null;
  large: Uint8Array | null;
  /** From when on they are to be made; null: they were, or the bill cannot be drawn. */
  due_at: Millis | null;
}

/** Bytes that go: their row is forgotten. */
interface FileRemovalsTable {
  hash: string;
}

export interface UploadTables {
  uploads: UploadsTable;
  upload_parts: UploadPartsTable;
  bill_previews: BillPreviewsTable;
  file_removals: FileRemovalsTable;
}
