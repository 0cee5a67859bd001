import { storedJson } from '../../kit/base/stored-json.ts'
import type { Gap } from '@granary/compute/network.ts'
import { sql } from 'kysely'
import { type Check, inProject, MAX_FOUND, fromVisibleProjects } from '../check.ts'
import { issuesOfSilos, MAX_COUNTED } from '../project-check.ts'

/** The first condition is in the words of an index, which has few rows. Notes are no issue, and no reason has such quotes. */
const HAS_GAPS = sql<boolean>`network_sent.gaps <> '[]' and network_sent.gaps like '%"severity":"warning"%'`

const check = { check: 'network-gap', severity: 'warning' } as const

/** VPCs of which the driver can't carry out something, in the projects that the caller may see. */
export const networkGap: Check = {
  ...check,
  resourceKind: 'vpc',
  find: async (context) => {
    const rows = await fromVisibleProjects(context)
      .innerJoin('vpc', 'vpc.project_id', 'project.id')
      .innerJoin('network_sent', 'network_sent.vpc_id', 'vpc.id')
      .select(['vpc.id', 'vpc.name', 'project.name as project_name', 'network_sent.gaps'])
      .where(HAS_GAPS)
      .execute()
    return rows.slice(0, MAX_FOUND).map((row) => inProject(row, messageOf(row)))
  },
}

function messageOf({ name, gaps }: { name: string; gaps: string }): string {
  const [first, ...others] = storedJson<Gap[]>(gaps).filter(({ severity }) => severity === 'warning')
  const more = others.length > 0 ? ` (and ${others.length} more)` : ''
  return `VPC ${name}: ${first?.subject}: ${first?.reason}${more}`
}

/** How many such VPCs each silo has. */
export const networkGapInSilos: Check = {
  ...check,
  resourceKind: 'silo',
  find: async ({ db }) => {
    const rows = await db
      .selectFrom('network_sent')
      .innerJoin('vpc', 'vpc.id', 'network_sent.vpc_id')
      .innerJoin('project', 'project.id', 'vpc.project_id')
      .innerJoin('silo', 'silo.id', 'project.silo_id')
      .select(({ fn }) => ['silo.id', 'silo.name', fn.countAll().as('found')])
      .where(HAS_GAPS)
      .groupBy(['silo.id', 'silo.name'])
      .orderBy('silo.name')
      .limit(MAX_COUNTED)
      .execute()
    const counts = rows.map((row) => ({ silo: row, found: Number(row.found) }))
    return issuesOfSilos(
      counts,
      false,
      (counted) => `has ${counted('VPC')} that the hosts can't carry out in full`,
    )
  },
}
