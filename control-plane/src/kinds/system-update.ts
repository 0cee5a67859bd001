import { storedJson } from '../kit/base/stored-json.ts'
import type { Context } from '../kit/context/context.ts'
import type {
  SystemUpdateRow,
  TargetReleaseRow,
  TufRepoRow,
  UpdatesTrustRootRow,
} from '../database/schema.ts'
import { logged } from '../kit/resources/logged.ts'
import { rawWriter } from '../database/session.ts'
import type { Reader } from '../kit/context/reader.ts'
import type { ReleaseArtifact } from '../kit/base/release-files.ts'

/** Returns a release in its API form. */
export const tufRepoView = (row: TufRepoRow) => ({
  systemVersion: row.system_version,
  hash: row.hash,
  fileName: row.file_name,
  timeCreated: row.time_created,
})

/** An uploaded release. */
export const tufRepo = logged({
  kind: 'tuf-repo',
  table: 'tuf_repo',
  name: (row) => row.system_version,
  view: tufRepoView,
})

/** Rows that one statement writes: an engine takes a limited number of parameters. */
const AT_ONCE = 100

/** Stores the artifacts of a new release, which is logged without them. */
export async function addArtifacts(
  context: Context,
  tuf_repo_id: string,
  artifacts: readonly ReleaseArtifact[],
): Promise<void> {
  const rows = artifacts.map(({ name, version, kind, hash, size }) => ({
    tuf_repo_id,
    name,
    version,
    kind,
    hash,
    size,
  }))
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await rawWriter(context)
      .insertInto('tuf_artifact')
      .values(rows.slice(from, from + AT_ONCE))
      .execute()
}

/** Returns a target release in its API form. */
export const targetReleaseView = (row: TargetReleaseRow) => ({
  version: row.version,
  timeRequested: row.time_requested,
})

/** A release that all components are updated to, now or before. */
export const targetRelease = logged({
  kind: 'target-release',
  table: 'target_release',
  name: (row) => row.version,
  view: targetReleaseView,
})

/** Returns the last target release, if there is one. */
export const currentTarget = ({ db }: { db: Reader }): Promise<TargetReleaseRow | undefined> =>
  db.selectFrom('target_release').selectAll().orderBy('generation', 'desc').limit(1).executeTakeFirst()

/** Returns a trust root in its API form. */
export const updatesTrustRootView = (row: UpdatesTrustRootRow) => ({
  id: row.id,
  rootRole: storedJson<unknown>(row.root_role),
  timeCreated: row.time_created,
})

/** A root document that may vouch for releases. */
export const updatesTrustRoot = logged({
  kind: 'updates-trust-root',
  table: 'updates_trust_root',
  view: updatesTrustRootView,
})

/** The progress of updates. */
export const systemUpdate = logged({
  kind: 'system-update',
  table: 'system_update',
  view: (row: SystemUpdateRow) => ({
    timeLastStepPlanned: row.time_last_step_planned,
    suspended: row.suspended_reason !== null,
    suspendedReason: row.suspended_reason,
    contactSupport: row.contact_support === 1,
  }),
})

/** Returns the progress of updates. */
export const systemUpdateOf = ({ db }: { db: Reader }): Promise<SystemUpdateRow> =>
  db.selectFrom('system_update').selectAll().where('id', '=', 'fleet').executeTakeFirstOrThrow()
