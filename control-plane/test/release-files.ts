import { type ReleaseArtifact, type ReleaseFiles, ReleaseRefused } from '../src/kit/base/release-files.ts'

/** What the body of an upload says in tests, as JSON. */
export type FakeRelease = { version: string; hash?: string; artifacts?: ReleaseArtifact[] }

/** Release files in memory. A body is the JSON of a `FakeRelease`, and any object with `signed` is a root. */
export type FakeReleases = ReleaseFiles & { kept: Set<string>; received: (readonly unknown[])[] }
/** Bytes of each file in the list. */
export const FAKE_SIZE = 1_000

/** Returns a host's place for releases that believes everything. */
export function fakeReleases(): FakeReleases {
  const kept = new Set<string>()
  const received: (readonly unknown[])[] = []
  return {
    kept,
    received,
    limit: 10 * FAKE_SIZE,
    receive: async (body, roots) => {
      received.push(roots)
      const text = await new Response(body).text()
      if (!text.startsWith('{')) throw new ReleaseRefused('The file is no zip file.')
      const { version, hash = version, artifacts = [] } = JSON.parse(text) as FakeRelease
      return {
        version,
        hash,
        artifacts,
        keep: async () => void kept.add(hash),
        discard: async () => {},
      }
    },
    checkRoot: async (document) => {
      if (typeof document !== 'object' || document === null || !('signed' in document))
        throw new ReleaseRefused('The document is no signed root.')
    },
    sizes: async () => new Map([...kept].map((hash) => [hash, FAKE_SIZE])),
    remove: async (hash) => void kept.delete(hash),
    open: async () => new Blob([]).stream(),
  }
}
