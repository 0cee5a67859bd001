import type { SiloRow } from '../database/schema.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { find } from '../kit/resources/lookup.ts'
import type { Permission } from '../kit/resources/resource.ts'
import { silo } from './silo.ts'

/**
 * Finds the silo of a request: the silo that it names, or the caller's own.
 * @throws ApiError 404 if the caller may not read it, 403 if the caller lacks the permission.
 */
export const findSilo = async (
  context: Context,
  nameOrId: string | null | undefined,
  permission: Permission,
): Promise<SiloRow> =>
  (await find(context, silo, { silo: nameOrId ?? actorOf(context).siloId }, permission)).row
