import type { Services } from '../kit/context/services.ts'
import { inLockedTransaction, systemContext } from '../kit/resources/transaction.ts'
import type { TaskRow } from '../database/schema.ts'
import { enqueue } from './queue.ts'
import type { TaskKind } from './task-kind.ts'
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
    const known = kind as TaskKind
    const repeat = repetitions[known]
    await (repeat ? repeat(context, key, scope) : enqueue(context, known, key, scope))
  })
}
