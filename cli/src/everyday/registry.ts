import { auditLogList } from './audit-log.ts'
import { diskCreate } from './disk-create.ts'
import { floatingIpCreate } from './floating-ip-create.ts'
import { instanceCreate } from './instance-create.ts'
import { projectDelete } from './project-delete.ts'
import { tagSet } from './tag-set.ts'
import { serialConsole } from './serial-console.ts'
import type { Everyday } from './everyday.ts'

/** The commands with more than their operation, by its name in the contract. */
export const EVERYDAY: Readonly<Record<string, Everyday>> = {
  auditLogList,
  diskCreate,
  floatingIpCreate,
  instanceCreate,
  instanceSerialConsole: serialConsole,
  projectDelete,
  tagUpdate: tagSet,
}
