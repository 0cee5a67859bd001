import { keysOf } from '../kit/base/keys.ts'

/** Where the kinds of a project lie. Each table has an index by project and name. */
export const TABLES = {
  instance: { table: 'instance', state: 'run_state', ip: null },
  disk: { table: 'disk', state: 'state', ip: null },
  snapshot: { table: 'snapshot', state: 'state', ip: null },
  image: { table: 'image', state: null, ip: null },
  'floating-ip': { table: 'external_ip', state: null, ip: 'ip' },
  'external-subnet': { table: 'external_subnet', state: null, ip: 'subnet' },
  vpc: { table: 'vpc', state: null, ip: null },
} as const
export type KindInProject = keyof typeof TABLES
export const kindsInProject: readonly KindInProject[] = keysOf(TABLES)
