import type { Context } from '../kit/context/context.ts'
import type { TaskKind } from './task-kind.ts'

/** Whether a task waits or runs. Call it in the transaction of what depends on the answer. */
export async function isQueued({ db }: Pick<Context, 'db'>, kind: TaskKind, key: string): Promise<boolean> {
  const task = db.selectFrom('task').select('id').where('kind', '=', kind).where('key', '=', key)
  return (await task.executeTakeFirst()) !== undefined
}
