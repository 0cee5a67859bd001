/** The kinds of tasks; each has one function that runs it. */
export type TaskKind =
  | 'instance'
  | 'disk'
  | 'snapshot'
  | 'image'
  | 'image-fetch'
  | 'bulk-job'
  | 'network'
  | 'routers'
  | 'system-update'
  | 'withdraw-roles'
  | 'delete-silo'
  | 'support-bundle'
