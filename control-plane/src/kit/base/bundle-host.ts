/** A file of a bundle as it is made: its name, and its bytes, which are read once. */
export type BundleContent = { name: string; content: AsyncIterable<Uint8Array> }

/** Reads bytes of a zip file, from `first` to `last`, both included. */
export type ReadBytes = (first: number, last: number) => AsyncIterable<Uint8Array>

/** The files of a host in a bundle: text of its own, such as settings and logs. `since` is the beginning of the period. */
export type HostSection = { name: string; lines: (since: Date) => AsyncIterable<string> }

/** What the host does for support bundles. */
export type BundleHost = {
  sections: () => readonly HostSection[]
  /** Makes a zip file of the files, one after another. */
  pack: (files: AsyncIterable<BundleContent>) => AsyncIterable<Uint8Array>
  /** Opens one file of a zip file of `size` bytes. @throws Error if there is no such file. */
  open: (read: ReadBytes, size: number, name: string) => Promise<AsyncIterable<Uint8Array>>
}
