import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary.ts'
import { keptLines, logFile } from './log-file.ts'

const line = (at: number) => `{"time":"2026-01-01T00:00:${String(at).padStart(2, '0')}.000Z","at":${at}}\n`

/** Returns the files below a folder that this process has open. */
const openIn = (folder: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const path = realpathSync(join('/proc/self/fd', descriptor))
      return path.startsWith(folder) ? [path] : []
    } catch {
      return []
    }
  })

async function read(data: string, since = new Date(0)): Promise<string[]> {
  const lines: string[] = []
  for await (const each of keptLines(data, since)) lines.push(`${each}\n`)
  return lines
}

test.skipIf(!existsSync('/proc/self/fd'))(
  'keeps the newest lines in two files, one of them open',
  async () => {
    const data = temporaryFolder()
    const kept = logFile(2 * line(0).length)
    kept.open(data)
    for (let at = 10; at < 30; at++) {
      kept.write(line(at))
      kept.flush()
    }
    expect(openIn(data)).toEqual([join(data, 'logs/server.log')])
    kept.close()
    expect(openIn(data)).toEqual([])
    kept.write(line(30))
    kept.close()
    expect((await read(data)).at(-1)).toBe(line(30))
    expect(readdirSync(join(data, 'logs')).toSorted()).toEqual(['server.1.log', 'server.log'])
    const lines = await read(data)
    expect(lines.length).toBeGreaterThanOrEqual(4)
    expect(lines.at(-1)).toBe(line(30))
  },
)

test('reads from a time on, and takes lines from before the folder is known', async () => {
  const data = temporaryFolder()
  const kept = logFile()
  kept.write(line(1))
  kept.write(line(2))
  kept.open(data)
  kept.write(line(3))
  kept.flush()
  expect(readFileSync(join(data, 'logs/server.log'), 'utf8')).toBe(line(1) + line(2) + line(3))
  expect(await read(data, new Date('2026-01-01T00:00:02Z'))).toEqual([line(2), line(3)])
})
