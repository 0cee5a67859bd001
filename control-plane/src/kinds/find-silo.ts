import type { SiloRow } from '../database/schema.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { find } from '../kit/lookup.ts'
import type { Permission } from '../kit/resource.ts'
import { silo } from './silo.ts'

/**
 * The silo that a request is about: the one that it names, else the caller's own.
 * @throws ApiError 404 for one that the caller may not read, 403 where the caller may not do this to it.
 */
export const findSilo = async (
  context: Context,
  nameOrId: string | null | undefined,
  permission: Permission,
): Promise<SiloRow> =>
  (await find(context, silo, { silo: nameOrId ?? actorOf(context).siloId }, permission)).row
