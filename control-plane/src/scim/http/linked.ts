import type { Context } from '../../kit/context/context.ts'
import { inSnapshot } from '../../kit/resources/transaction.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { Collection, Stored } from '../collection.ts'
import { noSuchResource } from './errors.ts'

type Wanted = { collection: Collection; id: string }

/** Loads a resource without its links. @throws ScimError 404. */
export async function loaded(context: Context, { collection, id }: Wanted): Promise<Stored> {
  const [found] = isUuid(id) ? await collection.load(context, { narrow: { by: 'id', value: id } }) : []
  if (!found) throw noSuchResource(collection.type.name)
  return found
}

/** Loads a resource with its links, of one state of the database. @throws ScimError 404. */
export const linked = (context: Context, wanted: Wanted): Promise<Stored> =>
  inSnapshot(context, async (inner) => {
    const found = await loaded(inner, wanted)
    await wanted.collection.link(inner, [found])
    return found
  })
