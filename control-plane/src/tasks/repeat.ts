import type { Services } from '../kit/services.ts'
import { inLockedTransaction, systemContext } from '../kit/transaction.ts'
import type { TaskRow } from '../database/schema.ts'
import { enqueue, type TaskKind } from './queue.ts'
import type { Repetitions } from './task-function.ts'

/**
 * Has a task run again that another worker has or may have taken over, because this one hung: the driver may have got the commands
 * of both in any order.
 */
export async function repeatTask(
  services: Services,
  repetitions: Repetitions,
  { kind, key, silo_id }: Pick<TaskRow, 'kind' | 'key' | 'silo_id'>,
): Promise<void> {
  services.log('warn', 'a task runs again, because another worker may have run it too', { task: kind, key })
  const scope = { siloId: silo_id }
  await inLockedTransaction(systemContext(services, 'repeat task'), async (context) => {
    const repeat = repetitions[kind as TaskKind]
    await (repeat ? repeat(context, key, scope) : enqueue(context, kind as TaskKind, key, scope))
  })
}
