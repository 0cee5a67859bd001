import { expectTypeOf, test } from 'vitest'
import type { Handler, KeptHandler, RawHandler } from '../kinds/handler.ts'
import type { Context } from './context.ts'
import type { inSnapshot, inTransaction } from './transaction.ts'

type Slow = 'compute' | 'saml' | 'passwords'
type ServicesOf<Called extends (context: never, ...rest: never[]) => unknown> =
  Parameters<Called>[0] extends { services: infer Its } ? keyof Its : never

test('what runs in a transaction or a snapshot has no driver, no network and no slow hashing', () => {
  expectTypeOf<ServicesOf<Parameters<typeof inTransaction>[1]> & Slow>().toBeNever()
  expectTypeOf<ServicesOf<Parameters<typeof inSnapshot>[1]> & Slow>().toBeNever()
  expectTypeOf<ServicesOf<Handler<'instanceView'>> & Slow>().toBeNever()
  expectTypeOf<ServicesOf<Handler<'instanceCreate'>> & Slow>().toBeNever()
  expectTypeOf<Slow>().toExtend<ServicesOf<RawHandler<'instanceView'>['raw']>>()
})

test('an answer that other callers get too is made without a caller and without a clock', () => {
  expectTypeOf<Parameters<KeptHandler<'instanceList'>['kept']>[0]>().toEqualTypeOf<
    Pick<Context, 'db' | 'engine'>
  >()
})
