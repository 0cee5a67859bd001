import { expectTypeOf, test } from 'vitest'
import type { Context } from './context.ts'
import type { Services } from './services.ts'
import type { UnloggedWriter } from './unlogged.ts'

type Writing = 'insertInto' | 'updateTable' | 'deleteFrom' | 'replaceInto' | 'mergeInto' | 'transaction'

test('a handler can read the database and write nothing to it', () => {
  expectTypeOf<keyof Context['db'] & Writing>().toBeNever()
  expectTypeOf<keyof Services['db'] & Writing>().toBeNever()
})

test('what is not logged is no resource', () => {
  expectTypeOf<'session'>().toExtend<Parameters<UnloggedWriter['insertInto']>[0]>()
  expectTypeOf<'disk' | 'instance'>().not.toExtend<Parameters<UnloggedWriter['insertInto']>[0]>()
})
