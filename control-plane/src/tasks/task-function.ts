import type { Services } from '../kit/services.ts'

/** `again`: run once more after this many milliseconds. Nothing: the task is done. A throw means a retry later. */
export type Outcome = { again: number } | void

/** Reconciles the world with the rows of one key. Idempotent, because a crash may repeat it. */
export type TaskFunction = (services: Services, key: string) => Promise<Outcome>
