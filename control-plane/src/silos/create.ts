import { samlGroupProblem } from '@granary/domain/admin-group.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { atField } from '../kit/base/at-field.ts'
import type { SiloCreate } from '@granary/contract/silos.ts'
import type { z } from 'zod'
import { addCertificate, type CheckedCertificate } from '../shared/certificates/add-certificate.ts'
import type { SiloRow } from '../database/schema.ts'
import { fleet, may } from '../kit/resources/authorization.ts'
import { type Context, now } from '../kit/context/context.ts'
import { forbidden, invalidValue } from '../kit/base/errors.ts'
import { createQuotas, refuseOutOfRange } from '../kinds/quota.ts'
import { grantRole, siloPolicy } from '../kinds/policy.ts'
import { siloGroup, siloScope } from '../kinds/principal.ts'
import { silo } from '../kinds/silo.ts'

/**
 * Creates a silo with its quotas, its certificates and its admin group. It has no users, projects or pools.
 * @throws ApiError 403 without the required role on the fleet; 400 if the name is taken, a quota is negative or a
 * certificate cannot serve the silo.
 */
export async function createSilo(
  context: Context,
  body: z.output<typeof SiloCreate>,
  certificates: readonly CheckedCertificate[],
): Promise<SiloRow> {
  if (Object.keys(body.mappedFleetRoles).length > 0 && !may(context, fleet, 'modify'))
    throw forbidden('only an administrator of the fleet may map roles of a silo to roles of the fleet')
  await atField('quotas', async () => refuseOutOfRange('create', body.quotas))
  refuseUnreachableAdmins(body)
  const id = crypto.randomUUID()
  const scope = { siloId: id, projectId: null }
  const row = await silo.create(
    context,
    scope,
    body,
    {
      identity_mode: body.identityMode,
      discoverable: body.discoverable ? 1 : 0,
      admin_group_name: body.adminGroupName ?? null,
      mapped_fleet_roles: JSON.stringify(body.mappedFleetRoles),
    },
    id,
  )
  await createQuotas(context, row, body.quotas)
  await unlogged(context)
    .insertInto('provisioned')
    .values({ scope_id: id, cpus: 0, memory: 0, storage: 0 })
    .execute()
  // With SCIM, the identity provider creates the group.
  if (body.adminGroupName != null && body.identityMode !== 'saml_scim')
    await createAdminGroup(context, row, body.adminGroupName)
  for (const [index, certificate] of certificates.entries())
    await atField(`tls_certificates[${index}]`, () => addCertificate(context, row, certificate))
  return row
}

/** @throws ApiError 400 if the silo's identity providers could put nobody into its admin group. */
function refuseUnreachableAdmins({ identityMode, adminGroupName }: z.output<typeof SiloCreate>): void {
  if (identityMode !== 'saml_jit' || adminGroupName == null) return
  const problem = samlGroupProblem(adminGroupName)
  if (problem) throw invalidValue('admin_group_name', 'not_allowed', problem)
}

async function createAdminGroup(context: Context, row: SiloRow, name: string): Promise<void> {
  const time = now(context)
  const group = await siloGroup.create(context, siloScope(row.id), {
    id: crypto.randomUUID(),
    silo_id: row.id,
    display_name: name,
    time_created: time,
    time_modified: time,
  })
  await grantRole(context, siloPolicy(row), {
    identityId: group.id,
    identityType: 'silo_group',
    roleName: 'admin',
  })
}
