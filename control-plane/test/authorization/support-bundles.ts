import { row, type Row, type Rows } from './rows.ts'

const ofBundle =
  (body?: unknown): Row['request'] =>
  ({ idOf }) => ({ path: { bundleId: idOf('bundle') }, body })
const ofFile: Row['request'] = ({ idOf }) => ({ path: { bundleId: idOf('bundle'), file: 'tasks.json' } })

/** Support bundles and their files. */
export const supportBundleRows = {
  supportBundleList: row('fleetRead'),
  supportBundleCreate: row('fleetAdmin', () => ({ body: {} })),
  supportBundleView: row('fleetRead', ofBundle()),
  supportBundleUpdate: row('fleetAdmin', ofBundle({ user_comment: 'new' })),
  supportBundleDelete: row('fleetAdmin', ofBundle()),
  supportBundleDownload: row('fleetRead', ofBundle()),
  supportBundleHead: row('fleetRead', ofBundle()),
  supportBundleIndex: row('fleetRead', ofBundle()),
  supportBundleDownloadFile: row('fleetRead', ofFile),
  supportBundleHeadFile: row('fleetRead', ofFile),
} satisfies Rows
