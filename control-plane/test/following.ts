import type { Kind } from '@granary/domain/kinds.ts'
import type { Change } from '../src/kit/log/change.ts'
import { expect } from 'vitest'
import { manualClock } from '@granary/compute/clock.ts'
import { changesAfter } from '../src/events/change-feed.ts'
import { inTransaction, systemContext } from '../src/kit/resources/transaction.ts'
import { record } from '../src/kit/resources/changes.ts'
import { readEvents } from './event-reader.ts'
import { addSilo, addUser } from './people.ts'
import { openWorld } from './world.ts'

const EARLIEST = { transaction: 0, seq: 0 }

export type Reader = Awaited<ReturnType<typeof readEvents>>

/** A change event about a resource that does not exist. */
export const anyChange = (name: string, more: { kind?: Kind; siloId?: string } = {}): Change => ({
  kind: 'project',
  action: 'updated',
  id: crypto.randomUUID(),
  name,
  siloId: null,
  projectId: null,
  parentId: null,
  before: null,
  after: null,
  isCertain: true,
  ...more,
})

/** A world with a stopped clock, users with different rights, and helpers to follow its events. */
export async function openFollowing() {
  const clock = manualClock()
  const world = await openWorld({ clock, started: false })
  const admin = await world.signIn('admin', 'secret')
  await addSilo(world.services, 'elsewhere')
  await addUser(world.services, 'elsewhere', 'stranger', { silo: 'admin' })
  await addUser(world.services, 'main', 'viewer', { silo: 'viewer' })
  await addUser(world.services, 'main', 'nothing')
  const readers: Reader[] = []

  /** Opens the stream at a cursor, without waiting for the first message. */
  async function read(cookie: string, query?: string, headers?: Record<string, string>): Promise<Reader> {
    const reader = await readEvents(world, cookie, query, headers)
    readers.push(reader)
    return reader
  }

  /** Waits until no change is held back. On PostgreSQL older transactions of tests beside this one hold changes back. */
  const settled = () =>
    expect.poll(async () => (await changesAfter(world.services, EARLIEST, 10_000)).unsettled).toBe(false)

  return {
    world,
    clock,
    admin,
    read,
    settled,
    async follow(cookie: string, query?: string, headers?: Record<string, string>): Promise<Reader> {
      // A reader without a cursor gets the latest changes again.
      if (!query && !headers?.['last-event-id']) {
        await clock.advance(60_000)
        await settled()
      }
      const reader = await read(cookie, query, headers)
      await reader.until((all) => all.length > 0)
      return reader
    },
    /** Creates a project and returns its id. */
    project: async (name: string) =>
      (await world.ask('POST', '/v1/projects', { name, description: '' }, admin)).body.id as string,
    saw: (reader: Reader, change: string) => reader.until(() => reader.changes().includes(change)),
    /** Waits until a reader has read as far as another one, whatever it received. */
    caughtUp: (reader: Reader, witness: Reader) =>
      reader.until(
        () => reader.all.at(-1)!.event === 'beat' && reader.all.at(-1)!.id === witness.all.at(-1)!.id,
        () => clock.advance(15_000),
      ),
    /** Writes changes into the log in one transaction. */
    write: (...changes: Change[]) =>
      inTransaction(systemContext(world.services, 'test'), async (context) => {
        for (const change of changes) record(context, change)
      }),
    /** Closes the open streams. */
    leave: async () => {
      await Promise.all(readers.splice(0).map((reader) => reader.close()))
    },
  }
}
export type Following = Awaited<ReturnType<typeof openFollowing>>
