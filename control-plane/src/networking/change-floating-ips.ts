import { atField } from '../kit/base/at-field.ts'
import type { AddressAllocator } from '@granary/contract/floating-ips.ts'
import { isUuid } from '@granary/domain/names.ts'
import { storedTags } from '@granary/domain/tags.ts'
import type { z } from 'zod'
import type { ExternalIpRow } from '../database/schema.ts'
import { instance } from '../kinds/instance.ts'
import { outcomeOf } from '../kinds/instance-outcome.ts'
import { actorOf, type Context, now } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { find } from '../kit/resources/lookup.ts'
import { identityChanges } from '../kit/resources/named.ts'
import { allocateAddress, allocateExplicit } from '../shared/network/allocate.ts'
import { attachFloating, choosePool, primaryFamilies } from '../shared/network/attach-external-ips.ts'
import { floatingIpView } from '../kinds/external-ip.ts'
import { floatingIp } from '../kinds/floating-ip.ts'
import { requireRoomForAddress } from './limits.ts'

export const floatingIpChangeHandlers = handlers({
  floatingIpCreate: async (context, { body, found }) => {
    const { row: target, scope } = found
    const time = now(context)
    const row: ExternalIpRow = {
      id: crypto.randomUUID(),
      kind: 'floating',
      ...(await atField('address_allocator', () => allocate(context, body.addressAllocator))),
      project_id: target.id,
      instance_id: null,
      name: body.name,
      description: body.description,
      tags: storedTags(body.tags ?? []),
      time_created: time,
      time_modified: time,
    }
    return floatingIpView(await floatingIp.create(context, scope, row))
  },

  floatingIpUpdate: async (context, { body, found }) => {
    const change = { ...identityChanges(body), time_modified: now(context) }
    return floatingIpView(await floatingIp.update(context, found, change))
  },

  floatingIpDelete: async (context, { found }) => {
    if (found.row.instance_id)
      throw invalidRequest('Floating IP cannot be deleted while attached to an instance')
    await floatingIp.remove(context, found)
  },

  floatingIpAttach: async (context, { body, found }) => {
    const { row } = found
    const inProject = isUuid(body.parent) ? {} : { project: row.project_id }
    const target = await atField('parent', () =>
      find(context, instance, { instance: body.parent, ...inProject }, 'modify_contents'),
    )
    outcomeOf('external_ip', target.row.run_state)
    if (row.instance_id !== target.row.id) await requireRoomForAddress(context, target.row.id)
    const families = await primaryFamilies(context, target.row.id)
    return floatingIpView(await attachFloating(context, target, families, row.id))
  },

  floatingIpDetach: async (context, { found }) => {
    const { row } = found
    if (!row.instance_id) return floatingIpView(row)
    const holder = await find(context, instance, { instance: row.instance_id }, 'modify_contents')
    outcomeOf('external_ip', holder.row.run_state)
    return floatingIpView(await floatingIp.update(context, found, { instance_id: null }))
  },
})

async function allocate(context: Context, allocator: z.output<typeof AddressAllocator>) {
  if (allocator.type === 'explicit')
    return atField('ip', () => allocateExplicit(context, actorOf(context).siloId, allocator.ip))
  return atField('pool_selector', async () =>
    allocateAddress(context, (await choosePool(context, allocator.poolSelector)).id, actorOf(context).siloId),
  )
}
