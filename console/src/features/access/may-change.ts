import {
  type FleetRole,
  fleetMay,
  projectMay,
  type ProjectRole,
  type SiloRole,
  siloMay,
} from '@granary/domain/roles.ts'
import type { AccessRow } from './columns.tsx'
import type { Place } from './place.ts'

/** Who looks at a page: their strongest roles, and the ids by which policies may name them. */
export type Viewer = { fleetRole: FleetRole | null; siloRole: SiloRole | null; ids: ReadonlySet<string> }

/** Whether somebody may change the policy of a place. The server decides; this is so as not to offer what it will refuse. */
export function mayChange({ level }: Place, rows: readonly AccessRow[], viewer: Viewer): boolean {
  const own = rows.filter(({ id }) => viewer.ids.has(id)).flatMap(({ grants }) => grants)
  const inProject = own.find((grant) => grant.level === 'project')?.roleName as ProjectRole | undefined
  const grants = {
    fleet: viewer.fleetRole,
    silo: viewer.siloRole,
    projects: new Map(inProject ? [['here', inProject]] : []),
  }
  if (level === 'fleet') return fleetMay(grants, 'modify')
  if (level === 'silo') return siloMay(grants, 'modify', { ownSilo: true })
  return projectMay(grants, 'here', 'modify')
}
