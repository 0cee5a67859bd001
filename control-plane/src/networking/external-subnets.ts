import { isUuid } from '@granary/domain/names.ts'
import { externalSubnet } from '../kinds/external-subnet.ts'
import { handlers } from '../kinds/handler.ts'
import { instance } from '../kinds/instance.ts'
import { outcomeOf } from '../kinds/instance-outcome.ts'
import { atField } from '../kit/base/at-field.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { find } from '../kit/resources/lookup.ts'
import { identityChanges, listNamed } from '../kit/resources/named.ts'
import { primaryFamilies, requireFamily } from '../shared/network/attach-external-ips.ts'
import { allocateSubnet, familyOfSubnet } from './allocate-subnet.ts'

export const externalSubnetHandlers = handlers({
  externalSubnetList: async (context, { query, found }) =>
    listNamed(context, externalSubnet, { project_id: found.row.id }, query),

  externalSubnetCreate: async (context, { body: { allocator, ...identity }, found: { row, scope } }) => {
    const taken = await atField('allocator', () => allocateSubnet(context, allocator))
    const own = { ...taken, project_id: row.id, instance_id: null }
    return externalSubnet.view(await externalSubnet.create(context, scope, identity, own))
  },

  externalSubnetView: async (_, { found }) => externalSubnet.view(found.row),

  externalSubnetUpdate: async (context, { body, found }) =>
    externalSubnet.view(await externalSubnet.update(context, found, identityChanges(body))),

  externalSubnetDelete: async (context, { found }) => {
    if (found.row.instance_id)
      throw invalidRequest('External subnet cannot be deleted while attached to an instance')
    await externalSubnet.remove(context, found)
  },

  externalSubnetAttach: async (context, { body, found }) => {
    const { row } = found
    const inProject = isUuid(body.instance) ? {} : { project: row.project_id }
    const { row: target } = await atField('instance', () =>
      find(context, instance, { instance: body.instance, ...inProject }, 'modify_contents'),
    )
    if (target.project_id !== row.project_id)
      throw invalidRequest('external subnet must be in the same project as the instance').at(
        'instance',
        'not_allowed',
      )
    outcomeOf('external_ip', target.run_state)
    if (row.instance_id === target.id) return externalSubnet.view(row)
    if (row.instance_id)
      throw invalidRequest(
        `external subnet "${row.name}" cannot be attached to one instance while still attached to another`,
      )
    requireFamily(await primaryFamilies(context, target.id), familyOfSubnet(row.subnet))
    return externalSubnet.view(await externalSubnet.update(context, found, { instance_id: target.id }))
  },

  externalSubnetDetach: async (context, { found }) => {
    const { row } = found
    if (!row.instance_id) return externalSubnet.view(row)
    const holder = await find(context, instance, { instance: row.instance_id }, 'modify_contents')
    outcomeOf('external_ip', holder.row.run_state)
    return externalSubnet.view(await externalSubnet.update(context, found, { instance_id: null }))
  },

  instanceExternalSubnetList: async (context, { found }) => {
    const rows = await context.db
      .selectFrom('external_subnet')
      .selectAll()
      .where('instance_id', '=', found.row.id)
      .orderBy('name')
      .execute()
    return { items: rows.map((row) => externalSubnet.view(row)), nextPage: null }
  },
})
