import type { FilterFields } from '@granary/domain/list-filter/fields.ts'
import { filterProblem, MAX_FILTER } from '@granary/domain/list-filter/grammar.ts'
import { z } from 'zod'
import { extraInput } from './extension.ts'
import { checkedText, searchable } from './scalars.ts'

/** Query of a list that is filtered by terms; docs/api.md describes them. The fields come from the domain. */
export const filteredBy = (fields: FilterFields) => ({
  filter: extraInput(
    checkedText((text) => filterProblem(text, fields), MAX_FILTER).meta({
      description: `Only items that match all of these terms, such as \`-name:web created:<7d\`. Fields: ${Object.entries(
        fields,
      )
        .map(([name, { values }]) => `\`${name}\`${values ? ` (${values.join(', ')})` : ''}`)
        .join(', ')}.`,
    }),
  ),
})

/** Query of a list that can be sorted by some of its fields, beside the published orders. */
export const sortedBy = (fields: FilterFields) => ({
  orderBy: extraInput(
    z.enum(ordersOf(fields)).meta({
      description:
        'Sorts by a field, and by ID where it is the same, and ignores `sort_by`. An item without a value counts as the smallest.',
    }),
  ),
})

const ordersOf = (fields: FilterFields): string[] =>
  Object.keys(fields).flatMap((name) =>
    fields[name]!.isSorted ? [`${name}_ascending`, `${name}_descending`] : [],
  )

/** Query of a list of named resources that is filtered by terms, counted, and sorted by its fields. */
export const searchableBy = (fields: FilterFields) => ({
  ...searchable,
  ...sortedBy(fields),
  ...filteredBy(fields),
})
