import type { OperationId } from '@granary/contract/contract.ts'
import { contract } from '@granary/contract/contract.ts'
import { describe, expect, test } from 'vitest'
import { derivedVerdict } from '../../../test/authorization/derived.ts'
import { people } from '../../../test/authorization/rules.ts'
import { verdictOf } from '../../../test/authorization/table.ts'

const operations = Object.keys(contract) as OperationId[]

/** Operations that look up a user of the silo after the permission check. */
const LOOKS_UP_USER: readonly OperationId[] = ['userView', 'groupView']

describe.each(people)('%s', (person) => {
  test("gets the answer that the contract's permissions imply", () => {
    const compared = operations.filter(
      (id) => derivedVerdict(id, person) !== null && !LOOKS_UP_USER.includes(id),
    )
    const said = Object.fromEntries(compared.map((id) => [id, verdictOf(id, person)]))
    expect(said).toEqual(Object.fromEntries(compared.map((id) => [id, derivedVerdict(id, person)])))
  })
})

test('the comparison covers most operations', () => {
  expect(operations.filter((id) => derivedVerdict(id, 'silo admin') !== null).length).toBeGreaterThan(120)
})
