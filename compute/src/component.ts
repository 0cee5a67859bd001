/** A part of a rack whose software the driver can update. */
export interface Component {
  /** That of the sled or the switch. */
  id: string
  kind: 'sled' | 'switch'
  /** Version of the release that it runs; null if it was never updated. */
  version: string | null
  /** Whether it answers. If not, its version may be out of date. */
  answers: boolean
}

/** A file of a release. */
export interface ReleaseArtifact {
  name: string
  version: string
  kind: string
  /** SHA-256 in lower-case hexadecimal digits. */
  hash: string
  /** In bytes. */
  size: number
}

/** Software for every component. */
export interface Release {
  version: string
  artifacts: readonly ReleaseArtifact[]
  /** Opens an artifact by its hash. */
  open: (hash: string) => Promise<ReadableStream<Uint8Array>>
}
