import type { Scope } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import type { Services } from '../kit/context/services.ts'
import type { TaskKind } from './task-kind.ts'

/** `again`: run once more after this many milliseconds. Nothing: the task is done. A throw means a retry later. */
export type Outcome = { again: number } | void

/** Reconciles the world with the rows of one key. Idempotent, because a crash may repeat it. */
export type TaskFunction = (services: Services, key: string) => Promise<Outcome>

/** What runs the tasks of each kind. */
export type TaskFunctions = Record<TaskKind, TaskFunction>

/**
 * Requests what a task has carried out once more, in the caller's transaction, for kinds whose task does nothing after that.
 * Another worker may have run the task to its end before the last commands of this one reached the driver.
 */
export type Repetitions = Partial<
  Record<TaskKind, (context: Context, key: string, scope: Pick<Scope, 'siloId'>) => Promise<void>>
>
