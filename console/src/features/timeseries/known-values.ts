import type { KnownValues } from '@granary/domain/timeseries/completion/field-suggestions.ts'
import type { Answer } from './answer-query.ts'
import type { ResourceNames } from './use-resource-names.ts'

type Value = ReturnType<KnownValues>[number]

/** Maximum of suggested values of one field. */
const MAX_VALUES = 100

/** Returns the values of fields that the editor suggests: IDs with their names, and the values in the last answer. */
export const knownValues =
  ({ instances, disks }: ResourceNames, answer: Answer | undefined): KnownValues =>
  (field) => {
    const resources = field.endsWith('instance_id') ? instances : field === 'disk_id' ? disks : []
    if (resources.length > 0) return resources.map(({ id, name }) => ({ value: id, detail: name }))
    return valuesIn(answer, field)
  }

/** Returns the different values of a field in an answer. */
function valuesIn(answer: Answer | undefined, field: string): Value[] {
  const values = new Set<Value['value']>()
  for (const { timeseries } of answer?.tables ?? [])
    for (const { fields } of timeseries) {
      const value = fields[field]?.value
      if (value !== undefined && values.size < MAX_VALUES) values.add(value)
    }
  return [...values].map((value) => ({ value }))
}
