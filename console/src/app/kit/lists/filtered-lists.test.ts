// Every list that the server filters by terms has the box for them, or a reason why it has none. The lists are found in the sources,
// read as text.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, type OperationId } from '@granary/contract/contract.ts'
import { isExtra } from '@granary/contract/extension.ts'
import type { FilterFields } from '@granary/domain/list-filter/fields.ts'
import { expect, test } from 'vitest'
import { FILTER_FIELDS } from './filter-fields.ts'

/** Lists without a box, with the reason. */
const WITHOUT_BOX: Partial<Record<OperationId, string>> = {
  userList: 'Read as a whole for pickers and for the members of a group, which have a field of their own.',
  groupList: 'Read as a whole for pickers and for the list of groups.',
  userTokenList: 'The panel of a user shows all of their tokens, which are few.',
}

/** Lists that share the component of another one, with the text that makes them one of its lists. */
const SHARED: Partial<Record<OperationId, readonly [file: string, text: string]>> = {
  antiAffinityGroupList: ['features/affinity/use-groups.ts', "all('anti-affinity')"],
  systemIpPoolList: ['kinds/pool/list.tsx', 'useFilteredPage(kind.list'],
  systemSubnetPoolList: ['kinds/pool/list.tsx', 'useFilteredPage(kind.list'],
}

const ROOT = join(import.meta.dirname, '../../..')
const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .map((name) => readFileSync(join(ROOT, name), 'utf8'))

type Schema = Parameters<typeof isExtra>[0]

const filterOf = (id: OperationId): Schema | undefined => {
  const { filter } = contract[id].query.shape as Record<string, Schema>
  return filter && isExtra(filter) ? filter : undefined
}
const filtered = (Object.keys(contract) as OperationId[]).filter(filterOf)

const hasBox = (id: OperationId): boolean => {
  const shared = SHARED[id]
  if (shared) return readFileSync(join(ROOT, shared[0]), 'utf8').includes(shared[1])
  const box = new RegExp(`useFilteredPage\\(\\s*${id},|useListFilter\\('${id}'[,)]|fields: '${id}'`)
  return sources.some((text) => box.test(text))
}

test('each list that the server filters has the box, or a reason why it has none', () => {
  expect(filtered.length).toBeGreaterThan(25)
  expect(filtered.filter((id) => !(id in WITHOUT_BOX) && !hasBox(id))).toEqual([])
  expect(Object.keys(WITHOUT_BOX).filter((id) => !filtered.includes(id as OperationId))).toEqual([])
})

test('each box suggests the fields that the server takes', () => {
  const fields: Partial<Record<OperationId, FilterFields>> = FILTER_FIELDS
  const wanted = filtered.filter((id) => !(id in WITHOUT_BOX))
  expect(Object.keys(fields).toSorted()).toEqual(wanted.toSorted())
  for (const id of wanted) {
    const [, list] = / Fields: (.*)\.$/.exec(filterOf(id)!.meta()!.description!)!
    const named = Array.from(list!.matchAll(/`(\w+)`/g), ([, name]) => name)
    expect([id, Object.keys(fields[id]!)]).toEqual([id, named])
  }
})
