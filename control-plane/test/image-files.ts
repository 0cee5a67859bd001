import { type Download, FetchRefusal, type ImageFiles } from '../src/kit/base/image-files.ts'

/** Stands in for the web: files by address. */
export type FakeWeb = ImageFiles & {
  sites: Map<string, Uint8Array<ArrayBuffer> | string>
  /** Downloads that were begun. */
  downloads: Download[]
  /** Makes downloads report half of the file, and then wait until they are aborted or this is false. */
  holds: boolean
  /** Makes downloads wait without a report, until they are aborted. */
  isSilent: boolean
  /** IDs of the local files. */
  files: Map<string, Uint8Array<ArrayBuffer>>
}

/** Returns downloads from a web in memory. */
export function fakeWeb(): FakeWeb {
  const web: FakeWeb = {
    sites: new Map(),
    downloads: [],
    holds: false,
    isSilent: false,
    files: new Map(),
    async download(given) {
      const { id, url, signal, onProgress } = given
      web.downloads.push(given)
      while (web.isSilent) {
        await new Promise((resolve) => setTimeout(resolve, 5))
        if (signal.aborted) throw new FetchRefusal('The download failed: aborted.')
      }
      const file = web.sites.get(url)
      if (!(file instanceof Uint8Array)) throw new FetchRefusal('The site does not serve the file.')
      const report = { total: file.length, etag: '"1"' }
      await onProgress({ ...report, done: file.length / 2 })
      while (web.holds) {
        signal.throwIfAborted()
        await new Promise((resolve) => setTimeout(resolve, 5))
        await onProgress({ ...report, done: file.length / 2 })
      }
      web.files.set(id, file)
      await onProgress({ ...report, done: file.length })
    },
    text: async (url) => String(web.sites.get(url)),
    async digest(id, algorithm) {
      const bytes = await crypto.subtle.digest(
        algorithm === 'sha256' ? 'SHA-256' : 'SHA-512',
        web.files.get(id)!,
      )
      return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
    },
    unpack: async () => {},
    async open(id) {
      const file = web.files.get(id)!
      return { size: file.length, read: async (from, to) => file.slice(from, to), close: async () => {} }
    },
    list: async () => [...web.files.keys()],
    discard: async (id) => void web.files.delete(id),
  }
  return web
}
