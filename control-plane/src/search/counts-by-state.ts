import { instanceStates } from '@granary/domain/instance-states.ts'
import { sql } from 'kysely'
import { actorOf, type Context } from '../kit/context.ts'
import { MAX_COUNTED } from '../kit/list-total.ts'
import { isVisible } from '../shared/projects/visible.ts'

/** Counts the instances that the caller may see, with one statement that reads index entries only. */
export async function countsByState(context: Context) {
  const { db } = context
  const visible = db.selectFrom('project').where(isVisible(context)).select('project.id')
  const counts = instanceStates.map((state) =>
    db
      .selectFrom(
        db
          .selectFrom('instance')
          .select(sql<number>`1`.as('one'))
          .where('project_id', 'in', visible)
          .where('run_state', '=', state)
          .limit(MAX_COUNTED + 1)
          .as('some'),
      )
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .as(state),
  )
  const row = await db
    .selectFrom('silo')
    .where('id', '=', actorOf(context).siloId)
    .select(counts)
    .executeTakeFirstOrThrow()
  return instanceStates.flatMap((state) => {
    const read = Number(row[state])
    const total = { count: Math.min(read, MAX_COUNTED), isCapped: read > MAX_COUNTED }
    return read === 0 ? [] : [{ state, total }]
  })
}
