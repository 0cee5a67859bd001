import { fixedWidth, ipVersion, normalizeIp } from '@granary/domain/ip.ts'
import type { Context } from '../kit/context/context.ts'
import { interfacesInEachProject } from './each-project.ts'
import { firstVisible, interfacesInSilo } from './names.ts'
import { type Result, resultOf, rowsOf } from './result.ts'

/** Most instances with one address: each network of a project can have it once. */
const MAX_INSTANCES = 10

/** Finds the floating IP or external subnet with an address, and the instances that have it outside or inside. */
export async function byAddress(context: Context, address: string): Promise<Result[]> {
  const { db } = context
  const ip = fixedWidth(address)
  const outside = await db
    .selectFrom('external_ip')
    .select(['id', 'kind', 'instance_id'])
    .where('ip', '=', ip)
    .execute()
  // External subnets don't overlap.
  const subnet = await db
    .selectFrom('external_subnet')
    .select(['id', 'last_address'])
    .where('first_address', '<=', ip)
    .orderBy('first_address', 'desc')
    .limit(1)
    .executeTakeFirst()
  const column = ipVersion(address) === 'v4' ? 'ipv4' : 'ipv6'
  const inside = await firstVisible(context, MAX_INSTANCES, interfacesInSilo(context, column, ip), () =>
    interfacesInEachProject(context, column, ip),
  )
  const interfaces =
    inside.length === 0
      ? []
      : await db.selectFrom('network_interface').select('instance_id').where('id', 'in', inside).execute()
  const floating = outside.filter(({ kind }) => kind === 'floating').map(({ id }) => id)
  const instances = [...outside, ...interfaces].flatMap(({ instance_id: id }) => id ?? [])
  const found = [
    ...(await rowsOf(context, 'floating-ip', floating)),
    ...(await rowsOf(context, 'external-subnet', subnet && subnet.last_address >= ip ? [subnet.id] : [])),
  ]
  return [
    ...found.map(resultOf),
    ...(await rowsOf(context, 'instance', instances)).map((row) => ({
      ...resultOf(row),
      address: normalizeIp(address),
    })),
  ]
}
