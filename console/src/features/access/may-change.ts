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

/** The viewer of a page: their strongest roles, and the ids that policies may name them by. */
export type Viewer = {
  /** Undefined on a server that doesn't report roles. */
  fleetRole: FleetRole | null | undefined
  siloRole: SiloRole | null | undefined
  ids: ReadonlySet<string>
}

/** Whether the viewer may change the policy of a place. The server decides; this only hides actions it would refuse. */
export function mayChange({ level }: Place, rows: readonly AccessRow[], viewer: Viewer): boolean {
  const { fleetRole, siloRole } = viewer
  if (fleetRole === undefined || siloRole === undefined) return true
  const own = rows.filter(({ id }) => viewer.ids.has(id)).flatMap(({ grants }) => grants)
  const inProject = own.find((grant) => grant.level === 'project')?.roleName as ProjectRole | undefined
  const grants = {
    fleet: fleetRole,
    silo: siloRole,
    projects: new Map(inProject ? [['here', inProject]] : []),
  }
  if (level === 'fleet') return fleetMay(grants, 'modify')
  if (level === 'silo') return siloMay(grants, 'modify', { ownSilo: true })
  return projectMay(grants, 'here', 'modify')
}
