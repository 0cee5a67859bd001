import { expectTypeOf, test } from 'vitest'
import type { Context } from './context.ts'
import type { Services } from './services.ts'
import type { UnloggedWriter } from '../sql/unlogged.ts'

type Writing = 'insertInto' | 'updateTable' | 'deleteFrom' | 'replaceInto' | 'mergeInto' | 'transaction'

test('lets a handler read the database and write nothing', () => {
  expectTypeOf<keyof Context['db'] & Writing>().toBeNever()
  expectTypeOf<keyof Services['db'] & Writing>().toBeNever()
})

test('lists no resource among the unlogged tables', () => {
  expectTypeOf<'session'>().toExtend<Parameters<UnloggedWriter['insertInto']>[0]>()
  expectTypeOf<'disk' | 'instance'>().not.toExtend<Parameters<UnloggedWriter['insertInto']>[0]>()
})
