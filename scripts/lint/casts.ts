// Counts type assertions (`as X`) and non-null assertions (`!`): the places where the compiler believes the code. They are
// counted in the syntax tree, so `as const`, renames and the `as` of SQL are none. `node scripts/lint/casts.ts` lists them.
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** The most of each in 1,000 lines of a room. Lower a limit when a room has far fewer, so that it stays so. */
export const LIMITS = {
  'control-plane': { as: 4, '!': 2 },
  cli: { as: 8, '!': 2 },
}
type Room = keyof typeof LIMITS
type Kind = 'as' | '!'

/** An assertion: its kind, its line, and its source. */
export type Assertion = { kind: Kind; line: number; text: string }

/** Returns the assertions of a source in their order. */
export function assertionsIn(file: string, source: string): Assertion[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} could not be read: ${errors[0]!.message}`)
  const found: (Assertion & { end: number })[] = []
  const add = (kind: Kind, { start, end }: { start: number; end: number }) =>
    found.push({ kind, end, line: source.slice(0, end).split('\n').length, text: source.slice(start, end) })
  const isCounted = ({ typeAnnotation }: { typeAnnotation: { start: number; end: number } }) =>
    source.slice(typeAnnotation.start, typeAnnotation.end) !== 'const'
  new Visitor({
    TSAsExpression: (node) => isCounted(node) && add('as', node),
    TSTypeAssertion: (node) => isCounted(node) && add('as', node),
    TSNonNullExpression: (node) => add('!', node),
  }).visit(program)
  return found.toSorted((a, b) => a.end - b.end).map(({ kind, line, text }) => ({ kind, line, text }))
}

const TOP = resolve(import.meta.dirname, '../..')
/** Tests put things together that their subjects keep apart. */
const IS_TEST = /\.test\.tsx?$|(^|\/)testing(\.tsx?$|\/)/

/** Counts the assertions in the sources of a room, its tests aside. */
export function assertionsOf(room: Room) {
  const files = globSync('**/*.{ts,tsx}', { cwd: join(TOP, room, 'src') }).filter(
    (file) => !IS_TEST.test(file),
  )
  let lines = 0
  const assertions = files.toSorted().flatMap((file) => {
    const source = readFileSync(join(TOP, room, 'src', file), 'utf8')
    lines += source.split('\n').length - 1
    return assertionsIn(file, source).map((assertion) => ({ file, ...assertion }))
  })
  const inThousand = (kind: Kind) => (assertions.filter((one) => one.kind === kind).length * 1_000) / lines
  return { lines, assertions, rates: { as: inThousand('as'), '!': inThousand('!') } }
}

if (import.meta.main)
  for (const room of Object.keys(LIMITS) as Room[]) {
    const { lines, assertions, rates } = assertionsOf(room)
    for (const { file, line, text } of assertions)
      console.log(`${room}/src/${file}:${line} ${text.replaceAll(/\s+/g, ' ').slice(-90)}`)
    console.log(`${room}: ${lines} lines, in 1,000 ${rates.as.toFixed(2)} as and ${rates['!'].toFixed(2)} !`)
  }
