import { NO_TAGS } from '@granary/domain/tags.ts'
import type { ProbeCreate } from '@granary/contract/probes.ts'
import type { z } from 'zod'
import type { ExternalIpRow } from '../database/schema.ts'
import { externalIp } from '../kinds/external-ip.ts'
import { handlers } from '../kinds/handler.ts'
import { listedProbe, probe, probeInfoView } from '../kinds/probe.ts'
import { subnet, vpc } from '../kinds/vpc.ts'
import { atField } from '../kit/base/at-field.ts'
import { fleet, may } from '../kit/resources/authorization.ts'
import { actorOf, type Context, now } from '../kit/context/context.ts'
import { notFound } from '../kit/base/errors.ts'
import { find, type Found } from '../kit/resources/lookup.ts'
import { listNamed } from '../kit/resources/named.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'
import { allocateAddress } from '../shared/network/allocate.ts'
import { choosePool } from '../shared/network/attach-external-ips.ts'
import { takeAddress } from '../shared/network/create-interfaces.ts'
import { freeMac } from '../shared/network/mac.ts'

export const probeHandlers = handlers({
  probeList: async (context, { query, found }) =>
    listNamed(context, listedProbe, { project_id: found.row.id }, query),

  probeCreate: async (context, { body, found }) => {
    await requireRoom(context, 'probes', found.row.id)
    await atField('sled', () => requireSled(context, body.sled))
    const address = await takeExternalIp(context, found, body)
    const own = {
      project_id: found.row.id,
      sled_id: body.sled,
      external_ip_id: address.id,
      external_address: address.ip,
      ...(await takeInterface(context, found.row.id)),
    }
    return probe.view(await probe.create(context, found.scope, body, own))
  },

  probeView: async (_, { found }) => probeInfoView(found.row),

  probeDelete: async (context, { found }) => {
    const { external_ip_id: id } = found.row
    const row = await context.db
      .selectFrom('external_ip')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await probe.remove(context, found)
    await externalIp.remove(context, { row, scope: found.scope })
  },
})

/**
 * Makes sure that the sled of a probe is in service. Users who may not see sleds would learn from the answer which IDs exist, so they get
 * their probe on any ID: it runs no guest, and a sled that is gone later changes nothing about it either.
 * @throws ApiError 404 for a sled that does not exist or is not in service.
 */
async function requireSled(context: Context, id: string): Promise<void> {
  if (!may(context, fleet, 'read')) return
  const row = await context.db
    .selectFrom('sled')
    .select('id')
    .where('id', '=', id)
    .where('in_service', '=', 1)
    .executeTakeFirst()
  if (!row) throw notFound('sled', { id })
}

/** Takes an address of both families in the default subnet of the default VPC. @throws ApiError 400 or 404. */
async function takeInterface(context: Context, project: string) {
  const inVpc = await find(context, vpc, { vpc: 'default', project }, 'read')
  const { row } = await find(context, subnet, { subnet: 'default', vpc: inVpc.row.id }, 'read')
  const auto = { type: 'auto' as const }
  return {
    interface_id: crypto.randomUUID(),
    mac: await freeMac(context),
    vni: inVpc.row.vni,
    subnet_id: row.id,
    ipv4: await takeAddress(context, row, 'v4', auto),
    ipv4_block: row.ipv4_block,
    ipv6: await takeAddress(context, row, 'v6', auto),
    ipv6_block: row.ipv6_block,
  }
}

/** Takes a whole external address of the selected pool. @throws ApiError 400, 404, or 507 when the pool is used up. */
function takeExternalIp(
  context: Context,
  { row: project, scope }: Found<'project'>,
  { poolSelector }: z.output<typeof ProbeCreate>,
): Promise<ExternalIpRow> {
  return atField('pool_selector', async () => {
    const pool = await choosePool(context, poolSelector)
    const time = now(context)
    return externalIp.create(context, scope, {
      id: crypto.randomUUID(),
      kind: 'ephemeral',
      ...(await allocateAddress(context, pool.id, actorOf(context).siloId)),
      project_id: project.id,
      instance_id: null,
      name: null,
      description: null,
      tags: NO_TAGS,
      time_created: time,
      time_modified: time,
    })
  })
}
