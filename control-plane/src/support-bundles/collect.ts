import { MAX_BUNDLE_FILE_BYTES } from '@granary/domain/support-bundles.ts'
import type { BundleContent, HostSection } from '../kit/base/bundle-host.ts'
import type { BundleFile } from '../kinds/support-bundle.ts'
import { logSections } from './logs.ts'
import type { Section, Source } from './section.ts'
import { stateSections } from './state.ts'
import { statisticsSections } from './statistics.ts'

/** All files that the control plane makes. */
export const SECTIONS: readonly Section[] = [...stateSections, ...statisticsSections, ...logSections]

/** The list of all files, with their problems. It comes last, because only then they are known. */
export const CONTENTS = 'contents.json'

type Collecting = {
  /** Null if the database can't be opened: only the host has files then. */
  source: Source | null
  host: readonly HostSection[]
  since: Date
  /** Called before each file with those that are done. */
  progress?: (done: readonly BundleFile[], percent: number) => Promise<void>
  /** Waits for at most as long as the source of a file may take. */
  bounded: <Result>(work: Promise<Result>) => Promise<Result>
  /** Returns what people read about a failure. */
  describe: (error: unknown) => string
  maxFileBytes?: number
}

/**
 * Makes the files of a bundle one after another. A file whose source fails keeps what came before, and its problem is in
 * the list of contents: a bundle is needed most when something is broken.
 * @returns the files; `done` has them with their sizes once they were read.
 */
export function collect({ source, host, since, progress, bounded, describe, maxFileBytes }: Collecting): {
  files: AsyncIterable<BundleContent>
  done: readonly BundleFile[]
} {
  const done: BundleFile[] = []
  const sections = [
    ...host.map(({ name, lines }) => ({ name, lines: () => lines(since) })),
    ...(source ? SECTIONS.map(({ name, lines }) => ({ name, lines: () => lines(source, since) })) : []),
  ]
  const limit = maxFileBytes ?? MAX_BUNDLE_FILE_BYTES

  async function* content(file: BundleFile, lines: AsyncIterable<string>): AsyncIterable<Uint8Array> {
    const iterator = lines[Symbol.asyncIterator]()
    const encoder = new TextEncoder()
    try {
      for (;;) {
        const { value, done: isOver } = await bounded(iterator.next())
        if (isOver) return
        const bytes = encoder.encode(`${value}\n`)
        if (file.size + bytes.length > limit) {
          file.isCut = true
          return
        }
        file.size += bytes.length
        yield bytes
      }
    } catch (error) {
      file.problem = describe(error)
    } finally {
      // A source that hangs is not waited for.
      void iterator.return?.()
    }
  }

  async function* files(): AsyncIterable<BundleContent> {
    for (const [at, { name, lines }] of sections.entries()) {
      await progress?.(done, Math.floor((100 * at) / (sections.length + 1)))
      const file: BundleFile = { name, size: 0, isCut: false, problem: null }
      yield { name, content: content(file, lines()) }
      done.push(file)
    }
    const list: BundleFile = { name: CONTENTS, size: 0, isCut: false, problem: null }
    const text = JSON.stringify({ since: since.toISOString(), files: done }, null, 2)
    yield { name: CONTENTS, content: content(list, one(text)) }
    done.push(list)
  }
  return { files: files(), done }
}

async function* one(text: string): AsyncIterable<string> {
  yield text
}
