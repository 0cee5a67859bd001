import type { ComputeDriver } from '@granary/compute/driver.ts'
import { expectTypeOf, test } from 'vitest'
import type { Handler, RawHandler } from '../../kinds/handler.ts'
import type { inSnapshot, inTransaction } from '../resources/transaction.ts'

type ServicesOf<Called extends (context: never, ...rest: never[]) => unknown> =
  Parameters<Called>[0] extends { services: infer Its } ? Its : never
type Slow<Its> = keyof Its & ('saml' | 'passwords')
type Driver<Its> = Its extends { compute: infer Driver } ? keyof Driver : never

test('what runs in a transaction or a snapshot has no network, no slow hashing, and only the facts of the driver', () => {
  type InTransaction = ServicesOf<Parameters<typeof inTransaction>[1]>
  type InSnapshot = ServicesOf<Parameters<typeof inSnapshot>[1]>
  type InHandler = ServicesOf<Handler<'instanceCreate'>>
  expectTypeOf<Slow<InTransaction>>().toBeNever()
  expectTypeOf<Slow<InSnapshot>>().toBeNever()
  expectTypeOf<Slow<InHandler>>().toBeNever()
  expectTypeOf<Driver<InTransaction>>().toEqualTypeOf<'facts'>()
  expectTypeOf<Driver<InSnapshot>>().toEqualTypeOf<'facts'>()
  expectTypeOf<Driver<InHandler>>().toEqualTypeOf<'facts'>()
  type InRaw = ServicesOf<RawHandler<'instanceView'>['raw']>
  expectTypeOf<Slow<InRaw>>().toEqualTypeOf<'saml' | 'passwords'>()
  expectTypeOf<Driver<InRaw>>().toEqualTypeOf<keyof ComputeDriver>()
})
