import { fromFixedWidth } from '@granary/domain/ip.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { ProbeRow } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { notFound } from '../kit/base/errors.ts'
import { kind } from '../kit/resources/kind.ts'
import { find, type Found, type Selectors } from '../kit/resources/lookup.ts'
import { identityView, inside, type Permission, type Resource } from '../kit/resources/resource.ts'
import { project } from './project.ts'

/** A pseudo-instance that holds addresses like an instance on a sled, to test networks. */
export const probe = kind({
  kind: 'probe',
  table: 'probe',
  selector: 'probe',
  parent: inside(project, 'project_id'),
  view: (row) => ({ ...identityView(row), sled: row.sled_id }),
})

/** Returns a probe with its addresses. */
export const probeInfoView = (row: ProbeRow) => ({
  id: row.id,
  name: row.name,
  sled: row.sled_id,
  externalIps: [
    {
      kind: 'ephemeral' as const,
      ip: fromFixedWidth(row.external_address),
      firstPort: 0,
      lastPort: 65_535,
    },
  ],
  interface: {
    id: row.interface_id,
    name: row.name,
    kind: { type: 'probe' as const, id: row.id },
    ipConfig: {
      type: 'dual_stack' as const,
      value: {
        v4: { ip: fromFixedWidth(row.ipv4), subnet: row.ipv4_block, transitIps: [] },
        v6: { ip: fromFixedWidth(row.ipv6), subnet: row.ipv6_block, transitIps: [] },
      },
    },
    mac: row.mac,
    primary: true,
    slot: 0,
    vni: row.vni,
  },
})

/** Probes in lists. */
export const listedProbe: Resource<'probe', ReturnType<typeof probeInfoView>> = {
  ...probe,
  view: probeInfoView,
}

/**
 * Finds a probe by its name or ID. The published API takes the project with an ID too.
 * @throws ApiError 404 if it does not exist in the project or the caller can't read it, 403 without the permission.
 */
export async function findProbe(
  context: Context,
  selectors: Selectors,
  permission: Permission,
): Promise<Found<'probe'>> {
  const id = String(selectors.probe)
  if (selectors.project == null || !isUuid(id)) return find(context, probe, selectors, permission)
  const inProject = await find(context, project, { project: selectors.project }, 'read')
  const found = await find(context, probe, { probe: id }, permission)
  if (found.row.project_id !== inProject.row.id) throw notFound('probe', { id })
  return found
}
