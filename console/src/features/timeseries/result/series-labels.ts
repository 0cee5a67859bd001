import { isUuid } from '@granary/domain/names.ts'
import type { AnswerTable } from '../answer-query.ts'

const SHORT_ID = 8

/** Names of resources by their IDs. */
export type Names = ReadonlyMap<string, string>

/**
 * Returns a label for each series: the values of the fields that tell the series apart, except what their IDs imply. Known names replace IDs; other IDs
 * are shortened where that keeps them apart.
 * @param only the label of a single series without fields.
 */
export function seriesLabels(
  timeseries: AnswerTable['timeseries'],
  only: string,
  names: Names = new Map(),
): string[] {
  const fieldNames = Object.keys(timeseries[0]?.fields ?? {})
  const valuesOf = (name: string) => timeseries.map(({ fields }) => String(fields[name]?.value ?? ''))
  const differing = fieldNames.filter((name) => new Set(valuesOf(name)).size > 1)
  const ids = differing.filter((name) => valuesOf(name).every(isUuid)).map(valuesOf)
  const telling = differing.filter((name) => isClear(name) || !isImplied(valuesOf(name), ids))
  const used = telling.length > 0 ? telling : fieldNames.slice(0, 1)
  const columns = used.map((name) => {
    const values = valuesOf(name)
    const isNamed = isClear(name) || values.every((value) => names.has(value))
    return { name: isNamed ? '' : `${name} `, values: shortened(values, names) }
  })
  const labels = timeseries.map((_, at) =>
    columns.map(({ name, values }) => `${name}${values[at]}`).join(', '),
  )
  return distinct(labels.map((label) => label || only))
}

/** Whether the values of a field are clear without its name beside them. */
const isClear = (name: string): boolean => name.endsWith('instance_id') || name === 'id' || name === 'state'

/** Whether each resource has one value of a field, such as the block size of a disk. IDs aren't implied. */
function isImplied(values: readonly string[], ids: readonly (readonly string[])[]): boolean {
  if (ids.length === 0 || values.every(isUuid)) return false
  const known = new Map<string, string>()
  return values.every((value, at) => {
    const key = ids.map((column) => column[at]).join(' ')
    const first = known.get(key) ?? value
    known.set(key, first)
    return first === value
  })
}

function shortened(values: readonly string[], names: Names): readonly string[] {
  if (!values.every(isUuid)) return values
  const short = values.map((value) => value.slice(0, SHORT_ID))
  const isDistinct = new Set(short).size === new Set(values).size
  return values.map((value, at) => names.get(value) ?? (isDistinct ? short[at]! : value))
}

/** The legend switches lines by their labels. */
const distinct = (labels: readonly string[]): string[] =>
  labels.map((label, at) => (labels.indexOf(label) === at ? label : `${label} (${at + 1})`))
