import type { ExpressionBuilder, SqlBool, Expression } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { may, ownSilo } from '../../kit/authorization.ts'
import { actorOf, type Context } from '../../kit/context.ts'
import { isOneOf } from '../../kit/fixed-query.ts'

/**
 * Returns the condition for the projects that the caller may see. Queries that span projects start from these,
 * so nothing else can be found.
 */
export function isVisible(context: Context) {
  const { grants, siloId } = actorOf(context)
  const all = may(context, ownSilo(context), 'list_contents')
  const some = [...grants.projects.keys()]
  return (where: ExpressionBuilder<Database, 'project'>): Expression<SqlBool> => {
    const inSilo = where('project.silo_id', '=', siloId)
    if (all) return inSilo
    return where.and([inSilo, isOneOf(context.engine, 'project.id', some)])
  }
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
