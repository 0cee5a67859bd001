import { present } from '../../kit/base/present.ts'
import type { Context } from '../../kit/context/context.ts'
import { insufficientCapacity, invalidRequest } from '../../kit/base/errors.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { provisionableSleds } from './inventory.ts'

type Located = { sled_id: string | null }

/**
 * Chooses the sled for a new disk where disks are on sleds: the one of the instance's other disks, or else the one with the most
 * storage that no disk was promised. Storage may be promised twice, because most disks are never full.
 * @returns null with shared storage.
 * @throws ApiError 507 if no sled is as large as the disk.
 */
export async function chooseDiskSled(
  context: Context,
  size: number,
  near: string | null = null,
): Promise<string | null> {
  if (context.services.compute.facts().storage === 'shared') return null
  const sleds = (await provisionableSleds(context)).filter(({ id }) => near === null || id === near)
  const used = await usedStorage(context)
  const large = sleds.filter(({ usableStorage }) => usableStorage === null || usableStorage >= size)
  const free = (id: string, usable: number | null) => (usable ?? 0) - (used.get(id) ?? 0)
  const [best] = large.toSorted(
    (a, b) => free(b.id, b.usableStorage) - free(a.id, a.usableStorage) || (a.id < b.id ? -1 : 1),
  )
  if (best) return best.id
  const largest = Math.max(0, ...sleds.map(({ usableStorage }) => usableStorage ?? 0))
  throw insufficientCapacity(
    sleds.length === 0
      ? 'no sled accepts new disks'
      : `the disk wants ${formatBytes(size)}, and any one sled has at most ${formatBytes(largest)} of storage`,
  )
}

/** Returns the sled that has the disks of an instance; null with shared storage, or without disks. */
export async function sledOfDisks({ db }: Pick<Context, 'db'>, instanceId: string): Promise<string | null> {
  const found = await db
    .selectFrom('disk')
    .select('sled_id')
    .where('instance_id', '=', instanceId)
    .where('sled_id', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found?.sled_id ?? null
}

/** @throws ApiError 400 for a disk on another sled than the instance runs on, or has its other disks on. */
export async function requireSameSled(
  context: Pick<Context, 'db'>,
  instance: Located & { id: string },
  disk: Located & { name: string },
): Promise<void> {
  if (disk.sled_id === null) return
  const sledId = instance.sled_id ?? (await sledOfDisks(context, instance.id))
  if (sledId !== null && sledId !== disk.sled_id)
    throw invalidRequest(
      `cannot attach disk "${disk.name}": it is on another sled than the instance. Make a snapshot of it, and a new disk from that`,
    )
}

async function usedStorage({ db }: Pick<Context, 'db'>): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('disk')
    .select((disk) => ['sled_id', disk.fn.sum<number>('size').as('size')])
    .where('sled_id', 'is not', null)
    .groupBy('sled_id')
    .execute()
  return new Map(rows.map(({ sled_id, size }) => [present(sled_id, 'the sled of a disk'), Number(size)]))
}
