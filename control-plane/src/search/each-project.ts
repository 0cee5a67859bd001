import type { Context } from '../kit/context/context.ts'
import { isVisible } from '../shared/projects/visible.ts'
import { AFTER, type NameQuery, type Searched } from './names.ts'
import { TABLES } from './tables.ts'

/** Returns a query of names in each project that the caller may see. It costs as much as there are projects. */
export function namesInEachProject(context: Context, { kind, operator, text }: NameQuery) {
  return tablesOf(context, kind)
    .where(isVisible(context))
    .where('found.name', operator, text)
    .where('found.name', '<', text + AFTER)
}

/** Returns a query of the interfaces with an address in each project that the caller may see. Only subnets have an index by address. */
export function interfacesInEachProject(context: Context, column: 'ipv4' | 'ipv6', ip: string) {
  return context.db
    .selectFrom('project')
    .innerJoin('vpc', 'vpc.project_id', 'project.id')
    .innerJoin('vpc_subnet', 'vpc_subnet.vpc_id', 'vpc.id')
    .innerJoin('network_interface as found', 'found.subnet_id', 'vpc_subnet.id')
    .where(isVisible(context))
    .where(`found.${column}`, '=', ip)
    .select('found.id')
}

function tablesOf(context: Context, kind: Searched) {
  const table = kind === 'project' ? kind : TABLES[kind].table
  return (
    context.db
      .selectFrom('project')
      // All tables have the columns of a disk that are used here.
      .innerJoin(
        `${table} as found` as 'disk as found',
        kind === 'project' ? 'found.id' : 'found.project_id',
        'project.id',
      )
      .select('found.id')
  )
}
