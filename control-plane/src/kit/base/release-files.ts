import type { ReleaseArtifact } from '@granary/compute/component.ts'

export type { ReleaseArtifact }

/** A release that was received and verified. Exactly one of `keep` and `discard` ends it. */
export type ReceivedRelease = {
  /** The system version that it says. */
  version: string
  /** SHA-256 of the zip file, in lower-case hexadecimal digits. */
  hash: string
  artifacts: readonly ReleaseArtifact[]
  /** Stores the file under its hash, durably. Replaces a file of the same hash. */
  keep: () => Promise<void>
  discard: () => Promise<void>
}

/**
 * Why a release or a root is refused: it is wrong or can't be trusted (`invalid`), no space is left for it, or another upload
 * is in progress (`busy`).
 */
type Reason = 'invalid' | 'no_space' | 'busy'

/** Explains in a sentence for users why a release or a root is refused. */
export class ReleaseRefused extends Error {
  override name = 'ReleaseRefused'
  readonly reason: Reason

  constructor(message: string, reason: Reason = 'invalid') {
    super(message)
    this.reason = reason
  }
}

/** The host's place for releases, and what knows their format. Only one release is received at a time. */
export type ReleaseFiles = {
  /**
   * Streams a zip file to the disk and verifies it against the trust roots, signed root documents.
   * @param announced bytes that the sender announces, if any.
   * @throws ReleaseRefused; the error of the stream when it ends early.
   */
  receive: (
    body: ReadableStream<Uint8Array>,
    roots: readonly unknown[],
    announced?: number,
  ) => Promise<ReceivedRelease>
  /** Checks that a document is a signed root role whose own keys and threshold sign it. @throws ReleaseRefused */
  checkRoot: (document: unknown) => Promise<void>
  /** Returns the bytes of each kept file, by its hash. */
  sizes: () => Promise<Map<string, number>>
  /** Bytes that all files may take together. */
  limit: number
  /** Deletes a kept file by its hash; succeeds if there is none. */
  remove: (hash: string) => Promise<void>
  /**
   * Opens an artifact of a kept file, for a driver.
   * @param release hash of the file.
   * @param artifact hash of the artifact.
   * @throws Error if this host doesn't have it.
   */
  open: (release: string, artifact: string) => Promise<ReadableStream<Uint8Array>>
}
