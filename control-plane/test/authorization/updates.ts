import { row, type Rows } from './rows.ts'

const ofRoot = row('fleetRead', ({ idOf }) => ({ path: { trustRootId: idOf('trustRoot') } }))
const ofRelease = () => ({ path: { systemVersion: '1.0.0' } })
const target = () => ({ body: { system_version: '1.0.0' } })

/** Releases, the target release and trust roots. */
export const updateRows = {
  systemUpdateRepositoryList: row('fleetRead'),
  systemUpdateRepositoryView: row('fleetRead', ofRelease),
  systemUpdateRepositoryUpload: row('fleetAdmin', () => ({ query: { fileName: 'release.zip' }, body: '' })),
  systemUpdateRepositoryDelete: row('fleetAdmin', ofRelease),
  systemUpdateSpaceView: row('fleetRead'),
  systemUpdateStatus: row('fleetRead'),
  targetReleaseUpdate: row('fleetAdmin', target),
  systemUpdateRecoveryFinish: row('fleetAdmin', target),
  systemUpdateTrustRootList: row('fleetRead'),
  systemUpdateTrustRootCreate: row('fleetAdmin', () => ({ body: {} })),
  systemUpdateTrustRootView: ofRoot,
  systemUpdateTrustRootDelete: { ...ofRoot, rule: 'fleetAdmin' },
} satisfies Rows
