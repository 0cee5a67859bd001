import type { TaskFunction, TaskFunctions } from '../src/tasks/task-function.ts'

const none: TaskFunction = async () => {}

/** For each kind of task, a function that does nothing. */
export const NO_TASKS: TaskFunctions = {
  instance: none,
  disk: none,
  snapshot: none,
  image: none,
  'image-fetch': none,
  'bulk-job': none,
  'withdraw-roles': none,
  'delete-silo': none,
  network: none,
  routers: none,
  'system-update': none,
  'support-bundle': none,
}
