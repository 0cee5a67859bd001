import type { FilterField, FilterFields } from '@granary/domain/list-filter/fields.ts'

/** What may continue a filter at the cursor. */
export type Suggestion = {
  /** Replaces the term up to the cursor. */
  term: string
  /** What it means. */
  about: string
}

/** Suggestions for the part of a filter from `start` to the cursor. */
export type Suggestions = { start: number; items: Suggestion[] }

const EXAMPLES: Record<FilterField['kind'], readonly [value: string, about: string][]> = {
  text: [],
  choice: [],
  number: [
    ['>=4', 'at least 4'],
    ['<4', 'less than 4'],
  ],
  size: [
    ['>=16GiB', 'at least 16 GiB'],
    ['<1TiB', 'less than 1 TiB'],
  ],
  time: [
    ['<1d', 'in the last day'],
    ['<7d', 'in the last 7 days'],
    ['>30d', 'more than 30 days ago'],
  ],
  address: [['10.0.0.0/8', 'in this network']],
  tag: [],
  reference: [['*', 'any']],
}

/** Returns what may stand at the cursor: fields that begin with the word, or values of the field before it. */
export function suggestionsAt(text: string, cursor: number, fields: FilterFields): Suggestions {
  const before = /\S*$/.exec(text.slice(0, cursor))![0]
  const start = cursor - before.length
  const [, sign = '', word = ''] = /^(-?)(.*)$/.exec(before)!
  const [, name, value = ''] = /^([a-z_]+):(.*)$/i.exec(word) ?? []
  const items =
    name === undefined ? fieldsFrom(sign, word, fields) : valuesFrom(sign, name.toLowerCase(), value, fields)
  return { start, items: items.filter(({ term }) => term !== before) }
}

const fieldsFrom = (sign: string, word: string, fields: FilterFields): Suggestion[] =>
  Object.entries(fields)
    .filter(([name]) => name.startsWith(word.toLowerCase()))
    .map(([name, { about }]) => ({ term: `${sign}${name}:`, about }))

function valuesFrom(sign: string, name: string, value: string, fields: FilterFields): Suggestion[] {
  const field = Object.hasOwn(fields, name) ? fields[name]! : null
  if (!field) return []
  const chosen = value.split(',')
  const last = chosen.pop()!.toLowerCase()
  const earlier = chosen.map((one) => `${one},`).join('')
  const values = field.values
    ? field.values.filter((one) => !chosen.includes(one)).map((one) => [one, field.about] as const)
    : chosen.length > 0
      ? []
      : EXAMPLES[field.kind]
  return values
    .filter(([one]) => one.startsWith(last))
    .map(([one, about]) => ({ term: `${sign}${name}:${earlier}${one}`, about }))
}
