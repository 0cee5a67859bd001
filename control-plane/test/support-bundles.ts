import type { BundleHost } from '../src/kit/base/bundle-host.ts'

/** Returns bundles of lines of JSON, in place of the host's zip files, so that tests can look into them. */
export const plainBundles = (): BundleHost => ({
  sections: () => [
    {
      name: 'host.txt',
      lines: async function* () {
        yield 'host'
      },
    },
  ],
  pack: async function* (files) {
    for await (const { name, content } of files) {
      const chunks = await all(content)
      const text = Buffer.concat(chunks).toString()
      yield new TextEncoder().encode(`${JSON.stringify({ name, text })}\n`)
    }
  },
  open: async (read, size, name) => {
    const lines = Buffer.concat(await all(read(0, size - 1)))
      .toString()
      .trimEnd()
      .split('\n')
    const files = lines.map((line) => JSON.parse(line) as { name: string; text: string })
    const { text } = files.find((file) => file.name === name)!
    return (async function* () {
      yield new TextEncoder().encode(text)
    })()
  },
})

async function all(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return chunks
}
