import type { Shape } from '../check/shape.ts'
import { requireOrder } from '../check/field-value.ts'
import { QueryError } from '../language/query-error.ts'
import type { FieldType } from '../schema.ts'
import { schemaNamed } from '../schemas.ts'
import { VCPU_STATES } from '../schemas/virtual-machine.ts'
import type { Suggestion } from './suggestion.ts'

/** Values of a field that the caller knows: those of an earlier answer, or the IDs of resources with their names. */
export type KnownValues = (field: string) => readonly { value: string | number | boolean; detail?: string }[]

/** Returns the fields that all tables have, with what they mean. */
export function fieldSuggestions(shapes: readonly Shape[]): Suggestion[] {
  const [first, ...others] = shapes
  if (!first) return []
  const schema = schemaNamed(first.name.split(',')[0]!)
  return [...first.fieldTypes.keys()]
    .filter((name) => others.every(({ fieldTypes }) => fieldTypes.has(name)))
    .map((name) => ({
      text: name,
      detail: schema?.fieldSchema.find((field) => field.name === name)?.description,
    }))
}

/** Returns what a filter can compare besides the fields of the series. */
export function specialFields(shapes: readonly Shape[]): Suggestion[] {
  const [shape] = shapes
  if (!shape) return []
  const isNumber = !shape.isHistogram && shape.valueTypes.length === 1
  return [
    { text: 'timestamp', detail: 'Time of the point' },
    ...(isNumber ? [{ text: 'datum', detail: 'The value' }] : []),
    ...(shape.metricType === 'delta' ? [{ text: 'start_time', detail: 'Start of the counted period' }] : []),
  ]
}

const isTime = (field: string): boolean => field === 'timestamp' || field === 'start_time'

/** Returns the operators that can follow a field. */
export function operatorSuggestions(field: string, shapes: readonly Shape[]): Suggestion[] {
  const type = shapes[0]?.fieldTypes.get(field)
  if (isTime(field)) return [{ text: '>' }, { text: '>=' }, { text: '<' }, { text: '<=' }]
  const ordered = type === undefined || hasOrder(type, field)
  return [
    { text: '==' },
    { text: '!=' },
    ...(type === 'string' ? [{ text: '~=', detail: 'Matches a regular expression' }] : []),
    ...(ordered ? [{ text: '>' }, { text: '>=' }, { text: '<' }, { text: '<=' }] : []),
  ]
}

function hasOrder(type: FieldType, field: string): boolean {
  try {
    requireOrder(type, '<', field, 0)
    return true
  } catch (error) {
    if (error instanceof QueryError) return false
    throw error
  }
}

const TIMES: readonly Suggestion[] = [
  { text: '@now() - 5m', detail: '5 minutes ago' },
  { text: '@now() - 1h', detail: 'An hour ago' },
  { text: '@now() - 3h', detail: '3 hours ago' },
  { text: '@now() - 1d', detail: 'A day ago' },
  { text: '@now() - 7d', detail: '7 days ago' },
  { text: '@now() - 30d', detail: '30 days ago' },
]

const VALUES: Readonly<Record<string, readonly string[]>> = {
  state: VCPU_STATES,
  io_kind: ['read', 'write', 'flush', 'discard'],
}

/** Returns values that a field can be compared with. */
export function valueSuggestions(
  field: string,
  shapes: readonly Shape[],
  known: KnownValues,
): readonly Suggestion[] {
  if (isTime(field)) return TIMES
  const type = shapes[0]?.fieldTypes.get(field)
  if (type === 'bool') return [{ text: 'true' }, { text: 'false' }]
  const listed = VALUES[field]?.map((value) => ({ value, detail: undefined }))
  return (listed ?? known(field)).map(({ value, detail }) => ({
    text: typeof value === 'string' ? JSON.stringify(value) : String(value),
    detail,
  }))
}
