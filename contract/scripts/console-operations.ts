import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the words in the sources of the console that can be operations, without its tests. */
export function consoleWords(): ReadonlySet<string> {
  const folder = join(import.meta.dirname, '../../console/src')
  const words = new Set<string>()
  for (const path of globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.*'] }))
    for (const [word] of readFileSync(join(folder, path), 'utf8').matchAll(/\b[a-z]\w+\b/g)) words.add(word)
  return words
}
