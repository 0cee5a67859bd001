import { catalogOf, type Entry } from '../src/commands/catalog.ts'
import type { Field } from '../src/commands/fields.ts'
import { flagsOf } from '../src/commands/flags.ts'
import { toSnake } from '../src/codec.ts'
import type { Operation } from '../src/operation.ts'
import { HEADER } from './sources.ts'

/** How the command line performs each operation that changes something, without zod. */
export function commandsSource(operations: Readonly<Record<string, Operation>>): string {
  const deleted = new Set(
    Object.values(operations).flatMap(({ method, path }) =>
      method === 'DELETE' ? [path.replace(/\{\w+\}$/, '{}')] : [],
    ),
  )
  const rows = catalogOf(operations)
    .filter(
      ({ operation }) =>
        operation.method !== 'GET' && operation.kind === 'json' && operation.bodyType === 'json',
    )
    .map((entry) => `  ${entry.id}: ${formOf(entry, deleted)},\n`)
  return `${HEADER}import type { CommandForm } from '../show-as/command.ts'

/** The commands of operations that change something, by operation id. */
export const COMMANDS: Readonly<Record<string, CommandForm>> = {
${rows.join('')}}
`
}

function formOf({ family, verb, operation }: Entry, deleted: ReadonlySet<string>): string {
  const { query, body } = flagsOf(operation)
  const creates =
    operation.method === 'POST' && operation.body !== undefined && deleted.has(`${operation.path}/{}`)
      ? ', creates: 1'
      : ''
  return `{ words: '${family} ${verb}', query: ${tableOf(query)}, body: ${tableOf(body)}${creates} }`
}

const tableOf = (fields: readonly Field[]): string =>
  fields.length === 0
    ? '{}'
    : `{ ${fields.map(({ name, flag, kind, nullable }) => `${toSnake(name)}: ['${flag}', '${kind}'${nullable ? ', 1' : ''}]`).join(', ')} }`
