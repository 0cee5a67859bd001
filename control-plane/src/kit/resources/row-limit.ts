import { LIMITS, type LimitName } from '@granary/domain/limits.ts'
import type { Database } from '../../database/schema.ts'
import type { Context } from '../context/context.ts'
import { enforceLimit } from '../base/limit.ts'

/** The tables whose rows are limited, and the column of their owner. */
export const COUNTED = {
  sshKeys: ['ssh_key', 'user_id'],
  accessTokens: ['access_token', 'user_id'],
  projects: ['project', 'silo_id'],
  users: ['silo_user', 'silo_id'],
  groups: ['silo_group', 'silo_id'],
  instances: ['instance', 'project_id'],
  affinityGroups: ['affinity_group', 'project_id'],
  antiAffinityGroups: ['anti_affinity_group', 'project_id'],
  probes: ['probe', 'project_id'],
  instanceTemplates: ['instance_template', 'project_id'],
  vpcs: ['vpc', 'project_id'],
  interfaces: ['network_interface', 'vpc_id'],
  subnets: ['vpc_subnet', 'vpc_id'],
  routers: ['vpc_router', 'vpc_id'],
  routes: ['router_route', 'vpc_router_id'],
  internetGateways: ['internet_gateway', 'vpc_id'],
  certificates: ['certificate', 'silo_id'],
  identityProviders: ['saml_provider', 'silo_id'],
  scimTokens: ['scim_token', 'silo_id'],
} as const satisfies Partial<Record<LimitName, readonly [keyof Database, string]>>

/** From this limit on, rows are not counted for each create. */
const LARGE = 4_096
/** A large count allows this part of the room that is left. Each further server may exceed the limit by as much, but not by more. */
const SHARE = 1 / 8
/** Maximum number of remembered owners. */
const MAX_REMEMBERED = 10_000

/**
 * The number of creates that may follow without another count, by limit and owner. Counting 20,000 rows would be the most
 * expensive part of a create, and on PostgreSQL concurrent creates that count each other's rows fail.
 */
const allowances = () => new Map<string, number>()

/**
 * @param more rows that follow.
 * @throws ApiError 400 if an owner would have more rows than it may have.
 */
export async function requireRoom(
  context: Context,
  name: keyof typeof COUNTED,
  owner: string,
  more = 1,
): Promise<void> {
  if (LIMITS[name].max < LARGE) return enforceLimit(name, (await countRows(context, name, owner)) + more - 1)
  const remembered = context.services.state.of(allowances)
  const key = `${name}/${owner}`
  const allowed = remembered.get(key) ?? 0
  if (allowed >= more) {
    remembered.set(key, allowed - more)
    return
  }
  const count = (await countRows(context, name, owner)) + more - 1
  enforceLimit(name, count)
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(key, Math.floor((LIMITS[name].max - count - 1) * SHARE))
}

async function countRows({ db }: Context, name: keyof typeof COUNTED, owner: string): Promise<number> {
  const [table, column] = COUNTED[name]
  const { count } = await db
    .selectFrom(table)
    .select((select) => select.fn.countAll().as('count'))
    .where(column, '=', owner)
    .executeTakeFirstOrThrow()
  return Number(count)
}
