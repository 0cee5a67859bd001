import type { VpcSubnetCreate } from '@granary/contract/vpc-subnets.ts'
import { isUuid } from '@granary/domain/names.ts'
import { normalizeNetwork } from '@granary/domain/ip.ts'
import { subnetConflict, subnetV6Problem, VPC_BLOCKS, vpcBlock } from '@granary/domain/subnets.ts'
import type { z } from 'zod'
import { handlers } from '../kinds/handler.ts'
import { networkInterface } from '../kinds/network-interface.ts'
import { route, router, subnet } from '../kinds/vpc.ts'
import { atField } from '../kit/base/at-field.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest, invalidValue } from '../kit/base/errors.ts'
import { find, type Found } from '../kit/resources/lookup.ts'
import { identityChanges, listNamed } from '../kit/resources/named.ts'
import { randomFree } from '../kit/base/random-free.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'
import { createSubnet, subnetRoute } from '../shared/network/default-vpc.ts'

export const subnetHandlers = handlers({
  vpcSubnetList: async (context, { query, found }) =>
    listNamed(context, subnet, { vpc_id: found.row.id }, query),

  vpcSubnetCreate: async (context, { body, found }) => {
    const { row, scope } = found
    await requireRoom(context, 'subnets', row.id)
    const customRouterId = await customRouter(context, row.id, body.customRouter)
    const blocks = await freeBlocks(context, row, body)
    return subnet.view(await createSubnet(context, scope, row, { ...body, ...blocks, customRouterId }))
  },

  vpcSubnetView: async (_, { found }) => subnet.view(found.row),

  vpcSubnetUpdate: async (context, { body, found }) => {
    const changed = await subnet.update(context, found, {
      ...identityChanges(body),
      custom_router_id: await customRouter(context, found.row.vpc_id, body.customRouter),
    })
    if (changed.name !== found.row.name) await renameRoutes(context, found, changed.name)
    return subnet.view(changed)
  },

  vpcSubnetDelete: (context, { found }) => deleteSubnet(context, found),

  vpcSubnetListNetworkInterfaces: async (context, { query, found }) =>
    listNamed(context, networkInterface, { subnet_id: found.row.id }, query),
})

/**
 * Returns the ID of the custom router that a request names, or null.
 * @throws ApiError 404 if it does not exist, 400 for a router of another VPC or the system router.
 */
async function customRouter(
  context: Context,
  vpcId: string,
  nameOrId: string | null | undefined,
): Promise<string | null> {
  if (nameOrId == null) return null
  return atField('custom_router', async () => {
    const inVpc = isUuid(nameOrId) ? {} : { vpc: vpcId }
    const { row } = await find(context, router, { router: nameOrId, ...inVpc }, 'read')
    if (row.vpc_id !== vpcId) throw invalidRequest('the router must be in the VPC of the subnet')
    if (row.kind === 'system') throw invalidRequest('cannot attach a system router to a VPC subnet')
    return row.id
  })
}

type Blocks = Pick<z.output<typeof VpcSubnetCreate>, 'ipv4Block' | 'ipv6Block'>

/** Returns the blocks of a new subnet in canonical form. @throws ApiError 400 if another subnet has part of them. */
async function freeBlocks(
  { db, services }: Context,
  { id, ipv6_prefix: prefix }: { id: string; ipv6_prefix: string },
  { ipv4Block, ipv6Block }: Blocks,
) {
  const others = await db
    .selectFrom('vpc_subnet')
    .select(['ipv4_block', 'ipv6_block'])
    .where('vpc_id', '=', id)
    .execute()
  const free = (path: string, block: string, taken: readonly string[]): string => {
    const conflict = subnetConflict(block, taken)
    if (conflict) throw invalidRequest(conflict).at(path, 'not_allowed')
    return normalizeNetwork(block)
  }
  const taken = others.map((other) => other.ipv6_block)
  const problem = ipv6Block == null ? null : subnetV6Problem(ipv6Block, prefix)
  if (problem) throw invalidValue('ipv6_block', 'not_allowed', problem)
  const v4 = free(
    'ipv4_block',
    ipv4Block,
    others.map((other) => other.ipv4_block),
  )
  if (ipv6Block != null) return { ipv4Block: v4, ipv6Block: free('ipv6_block', ipv6Block, taken) }
  const draw = () => vpcBlock(prefix, Math.floor(services.random() * VPC_BLOCKS))
  const findTaken = async (block: string) => (subnetConflict(block, taken) ? block : undefined)
  return { ipv4Block: v4, ipv6Block: await randomFree(draw, findTaken) }
}

const routesOf = ({ db }: Context, subnetId: string) =>
  db.selectFrom('router_route').selectAll().where('vpc_subnet_id', '=', subnetId).execute()

/** The system router's route to a subnet has the subnet's name. */
async function renameRoutes(
  context: Context,
  { row, scope }: Found<'vpc_subnet'>,
  name: string,
): Promise<void> {
  for (const each of await routesOf(context, row.id)) {
    const { name: routeName, destination, target } = subnetRoute({ id: row.id, name }, each.id)
    await route.update(context, { row: each, scope }, { name: routeName, destination, target })
  }
}

/** Deletes a subnet with the routes to it. @throws ApiError 400 while a network interface is in it. */
async function deleteSubnet(context: Context, found: Found<'vpc_subnet'>): Promise<void> {
  const { id } = found.row
  const inUse = await context.db
    .selectFrom('network_interface')
    .select('id')
    .where('subnet_id', '=', id)
    .executeTakeFirst()
  if (inUse) throw invalidRequest('VPC subnet cannot be deleted while network interfaces in the subnet exist')
  const probed = await context.db
    .selectFrom('probe')
    .select('id')
    .where('subnet_id', '=', id)
    .executeTakeFirst()
  if (probed) throw invalidRequest('VPC subnet cannot be deleted while probes in the subnet exist')
  for (const row of await routesOf(context, id)) await route.remove(context, { row, scope: found.scope })
  await subnet.remove(context, found)
}
