import type { ExpressionBuilder, SqlBool, Expression } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { actorOf, type Context, visibility } from '../../kit/context/context.ts'
import { isOneOf } from '../../kit/sql/fixed-query.ts'

/**
 * Returns the condition for the projects that the caller may see. Queries that span projects start from these,
 * so nothing else can be found.
 */
export function isVisible(context: Context) {
  const { siloId } = actorOf(context)
  const { all, projects } = visibility(context)
  const some = [...projects.keys()]
  return (where: ExpressionBuilder<Database, 'project'>): Expression<SqlBool> => {
    const inSilo = where('project.silo_id', '=', siloId)
    if (all) return inSilo
    return where.and([inSilo, isOneOf(context.engine, 'project.id', some)])
  }
}

/** Returns the rows of projects that the caller may see. A list of 10,000 projects in a statement would take longer than the rows. */
export function visibleRows<Row extends { silo_id: string; project_id: string }>(
  context: Context,
  rows: readonly Row[],
): Row[] {
  const { all, projects } = visibility(context)
  const { siloId } = actorOf(context)
  return rows.filter((row) => row.silo_id === siloId && (all || projects.has(row.project_id)))
}

/** Returns a query of the projects that the caller may see, or those of them that are named. */
export function visibleProjects(context: Context, { project }: { project?: string[] | undefined }) {
  const visible = context.db.selectFrom('project').where(isVisible(context))
  return project?.length
    ? visible.where((where) =>
        where.or([where('project.name', 'in', project), where('project.id', 'in', project)]),
      )
    : visible
}
