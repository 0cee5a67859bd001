import { kinds } from '@granary/domain/kinds.ts'
import { z } from 'zod'
import { fieldsOf } from '../src/commands/fields.ts'
import { openApiDocument } from '../src/openapi.ts'
import type { Operation } from '../src/operation.ts'
import { nullableFields } from './nullable-fields.ts'
import { wireFields } from './wire-fields.ts'

type Operations = Readonly<Record<string, Operation>>

export const HEADER = '// Made by `npm run generate` from the contract; do not edit.\n'
const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

/**
 * The calls of the console, without zod, by path from the folder of generated files: for each tag a file of those that read and one of
 * those that change, and one that has them all. An unused call is not bundled, and the first page needs only a few files
 * (`console/chunks.ts`).
 */
export function clientSources(operations: Operations): Record<string, string> {
  const byFile = Object.groupBy(Object.entries(operations), ([, operation]) => fileOf(operation))
  const files = Object.keys(byFile).toSorted()
  const all = files.map((file) => `export * from './client/${file}.ts'\n`)
  return {
    'client.ts': HEADER + all.join(''),
    ...Object.fromEntries(files.map((file) => [`client/${file}.ts`, callsSource(byFile[file]!)])),
  }
}

const fileOf = ({ tag, method }: Operation): string =>
  `${tag.replaceAll('/', '-')}${method === 'GET' ? '' : '-changes'}`

function callsSource(operations: readonly [id: string, Operation][]): string {
  const makers = new Set<string>()
  const calls = operations.map(([id, operation]) => {
    const { method, path, summary, changes, extension } = operation
    const maker = extension ? 'extensionCall' : 'call'
    makers.add(maker)
    const facts = factsOf(operation)
    const effects = changes.length > 0 || facts ? `, [${quoted(changes)}]` : ''
    return `/** ${summary}. */\nexport const ${id} = /* @__PURE__ */ ${maker}('${id}', '${method}', '${path}'${effects}${facts})\n`
  })
  return `${HEADER}import { ${[...makers].toSorted().join(', ')} } from '../../call.ts'\n\n${calls.join('')}`
}

function factsOf({ choices, expectedFailures, query }: Operation): string {
  const sorts = sortsOf(query)
  const facts = {
    ...(choices && { choices }),
    ...(sorts.length > 0 && { sorts }),
    ...(Object.keys(expectedFailures).length > 0 && { expectedFailures }),
  }
  return Object.keys(facts).length > 0 ? `, ${JSON.stringify(facts)}` : ''
}

/** Returns the fields that only this list is sorted by: lists of named resources are all sorted by name and time of creation. */
function sortsOf({ shape }: Operation['query']): string[] {
  const orders = shape.orderBy && fieldsOf(z.object({ orders: shape.orderBy }))[0]!.choices
  const fields = new Set(orders?.map((order) => order.slice(0, order.lastIndexOf('_'))))
  return [...fields].filter((field) => field !== 'created' || !shape.createdOrder)
}

/**
 * The operations whose answers show each kind. Every page of the console loads the table.
 * @param words of the console's sources; operations that are not among them are left out.
 */
export function readsSource(operations: Operations, words: ReadonlySet<string>): string {
  const used = Object.entries(operations).filter(([id]) => words.has(id))
  const rows = kinds.flatMap((kind) => {
    const reads = used.filter(([, { shows }]) => shows.includes(kind))
    return reads.length > 0 ? [`  '${kind}': [${quoted(reads.map(([id]) => id))}],`] : []
  })
  return `${HEADER}import type { Kind } from '@granary/domain/kinds.ts'
import type { OperationId } from '../contract.ts'

/** The operations of the console whose answers go stale when a resource of a kind changes. */
export const readsOf: Readonly<Partial<Record<Kind, readonly OperationId[]>>> = {
${rows.join('\n')}
}
`
}

/** The fields of each answer that are null or a value, for the answers of servers that omit those that are null. */
export function nullableSource(operations: Operations): string {
  const rows = Object.entries(operations).flatMap(([id, { extension, response }]) => {
    const paths = extension || !response ? [] : nullableFields(response)
    return paths.length > 0 ? [`  ${id}: [${quoted(paths)}],`] : []
  })
  return `${HEADER}
/** Paths of the fields of an answer that are null or a value. A path leads into each entry of a list. */
export const NULLABLE: Readonly<Record<string, readonly string[]>> = {
${rows.join('\n')}
}
`
}

/** The fields that a client without schemas must know: times, and maps with free keys. */
export function wireSource(operations: Operations): string {
  const { times, maps } = wireFields(openApiDocument(operations))
  return `${HEADER}
/** Wire names of the fields whose value is a time. */
export const TIMES: readonly string[] = [${quoted(times)}]

/** Wire names of the fields whose value is a map with free keys. */
export const MAPS: readonly string[] = [${quoted(maps)}]

/** The fields of {@link TIMES} in camelCase. */
export type TimeKey = ${times.map((name) => `'${toCamel(name)}'`).join(' | ')}
`
}

const toCamel = (key: string): string =>
  key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
