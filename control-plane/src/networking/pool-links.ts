import { findSilo } from '../kinds/find-silo.ts'
import type { PoolLink, PoolLinks } from '../kinds/pool-link.ts'
import type { Context } from '../kit/context/context.ts'
import { notFound } from '../kit/base/errors.ts'

/** Returns the link of a pool to a silo. @throws ApiError 404 if either doesn't exist or they are not linked. */
export async function linkOf(
  context: Context,
  links: PoolLinks,
  { id }: { id: string },
  silo: string,
): Promise<PoolLink> {
  const { id: siloId, name } = await findSilo(context, silo, 'read')
  const link = await links.find(context, id, siloId)
  if (!link) throw notFound(links.kind, { name })
  return link
}
