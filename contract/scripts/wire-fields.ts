type Schema = {
  format?: string
  anyOf?: Schema[]
  additionalProperties?: unknown
  properties?: Record<string, Schema>
}

/**
 * Collects the time properties and the free-key maps of an OpenAPI document, sorted.
 * @throws Error for a name that is a time or a map in one place and something else in another, because the console
 * converts answers by name alone.
 */
export function wireFields(document: unknown): { times: string[]; maps: string[] } {
  const seen = new Map<string, Set<Form>>()
  for (const [name, schema] of propertiesIn(document))
    seen.set(name, (seen.get(name) ?? new Set()).add(formOf(schema)))
  const named = (form: Form) => [...seen].filter(([, forms]) => forms.has(form)).map(([name]) => name)
  const [times, maps] = [named('time'), named('map')]
  const unclear = [...times, ...maps].find((name) => seen.get(name)!.size > 1)
  if (unclear)
    throw new Error(`"${unclear}" is a time or a map in one place only: give one of the fields another name`)
  return { times: times.toSorted(), maps: maps.toSorted() }
}

type Form = 'time' | 'map' | 'other'

function formOf(schema: Schema): Form {
  const options = schema.anyOf ?? [schema]
  if (options.some(({ format }) => format === 'date-time')) return 'time'
  const isMap = ({ additionalProperties: values }: Schema) =>
    typeof values === 'object' && values !== null && Object.keys(values).length > 0
  return options.some(isMap) ? 'map' : 'other'
}

function* propertiesIn(node: unknown): Generator<[string, Schema]> {
  if (typeof node !== 'object' || node === null) return
  const { properties } = node as Schema
  if (typeof properties === 'object' && !Array.isArray(properties)) yield* Object.entries(properties)
  for (const child of Object.values(node)) yield* propertiesIn(child)
}
