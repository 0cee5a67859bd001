import { userDataProblem } from '@granary/domain/user-data.ts'
import { handlers } from '../kinds/handler.ts'
import { instanceTemplate, type TemplateBody } from '../kinds/instance-template.ts'
import { invalidValue } from '../kit/base/errors.ts'
import { identityChanges, listNamed } from '../kit/resources/named.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'

export const instanceTemplateHandlers = handlers({
  instanceTemplateList: (context, { query, found }) =>
    listNamed(context, instanceTemplate, { project_id: found.row.id }, query),

  instanceTemplateCreate: async (context, { body, found }) => {
    await requireRoom(context, 'instanceTemplates', found.row.id)
    const own = { project_id: found.row.id, body: stored(body.body) }
    return instanceTemplate.view(await instanceTemplate.create(context, found.scope, body, own))
  },

  instanceTemplateView: async (_, { found }) => instanceTemplate.view(found.row),

  instanceTemplateUpdate: async (context, { body, found }) => {
    const change = { ...identityChanges(body), ...(body.body && { body: stored(body.body) }) }
    return instanceTemplate.view(await instanceTemplate.update(context, found, change))
  },

  instanceTemplateDelete: (context, { found }) => instanceTemplate.remove(context, found),
})

/**
 * Returns the body as it is stored.
 * @throws ApiError 400 for user data that no instance could have, and for what only one could have. The rest is checked with each new
 *   instance, when what it names has to exist.
 */
function stored(body: TemplateBody): string {
  const userData = userDataProblem(body.userData)
  if (userData) throw invalidValue('body.user_data', userData.code, userData.message)
  const refuse = (path: string, what: string) =>
    invalidValue(
      `body.${path}`,
      'not_allowed',
      `a template can't attach ${what}, which only one instance could have`,
    )
  if (body.bootDisk?.type === 'attach') throw refuse('boot_disk', `the disk "${body.bootDisk.name}"`)
  for (const [index, disk] of body.disks.entries())
    if (disk.type === 'attach') throw refuse(`disks[${index}]`, `the disk "${disk.name}"`)
  for (const [index, address] of body.externalIps.entries())
    if (address.type === 'floating') throw refuse(`external_ips[${index}]`, 'a floating IP')
  return JSON.stringify(body)
}
