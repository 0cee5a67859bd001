import { expect, onTestFinished, test } from 'vitest'
import { openWorld } from '../../test/world.ts'
import { rawWriter } from './raw-writer.ts'
import type { Actor } from './actor.ts'
import type { Context } from './context.ts'
import { inSnapshot, inTransaction, systemContext } from './transaction.ts'

const work = {
  transactions: inTransaction<void>,
  snapshots: inSnapshot<void>,
  // Those of handlers that run outside of a transaction.
  statements: async (context: Context, done: (inner: Context) => Promise<void>) => {
    await context.db.selectFrom('silo').select('id').limit(1).execute()
    await done(context)
  },
}

test.each(['transactions', 'snapshots', 'statements'] as const)(
  'the %s of a silo delay those of other silos, and of other users, by one',
  async (kind) => {
    const world = await openWorld()
    onTestFinished(() => world.close())
    if (world.services.engine !== 'sqlite') return
    const order: string[] = []
    const run = (silo: string, user: string, name: string) => {
      const actor = { siloId: silo, userId: user } as Actor
      const context = systemContext(world.services, 'test', actor)
      return work[kind](context, async () => void order.push(name))
    }
    const held = Promise.withResolvers<void>()
    const holder = rawWriter(world.services)
      .connection()
      .execute(() => held.promise)
    const large = Array.from({ length: 20 }, (_, at) => run('large', 'ann', `ann ${at}`))
    const others = [run('large', 'bob', 'bob'), run('small', 'cleo', 'cleo')]
    held.resolve()
    await Promise.all([holder, ...large, ...others])
    const anns = Array.from({ length: 20 }, (_, at) => `ann ${at}`)
    expect(order).toEqual([anns[0], 'cleo', 'bob', ...anns.slice(1)])
  },
)
