import { versionSortKey } from '@granary/domain/versions.ts'
import type { TufRepoRow } from '../database/schema.ts'
import { addArtifacts, tufRepo } from '../kinds/system-update.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { type Context, now } from '../kit/context/context.ts'
import { conflict } from '../kit/base/errors.ts'
import type { Reader } from '../kit/context/reader.ts'
import type { ReceivedRelease, ReleaseArtifact } from '../kit/base/release-files.ts'

/** Returns the release with this version. */
export const releaseWith = ({ db }: { db: Reader }, version: string): Promise<TufRepoRow | undefined> =>
  db.selectFrom('tuf_repo').selectAll().where('system_version', '=', version).executeTakeFirst()

/** Returns the artifacts of a release. */
export const artifactsOf = ({ db }: { db: Reader }, releaseId: string): Promise<ReleaseArtifact[]> =>
  db
    .selectFrom('tuf_artifact')
    .select(['name', 'version', 'kind', 'hash', 'size'])
    .where('tuf_repo_id', '=', releaseId)
    .execute()

/**
 * Finds the release that a received one repeats.
 * @throws ApiError 409 if the version, or an artifact of it, has other contents already.
 */
export async function sameRelease(
  context: Context,
  { version, hash, artifacts }: ReceivedRelease,
): Promise<TufRepoRow | undefined> {
  const existing = await releaseWith(context, version)
  if (existing && existing.hash !== hash)
    throw conflict(`release ${version} exists with other contents: its file has the hash ${existing.hash}`)
  if (!existing) await refuseClash(context, artifacts)
  return existing
}

/** Stores a release that does not exist yet. */
export async function storeRelease(
  context: Context,
  { version, hash, artifacts }: ReceivedRelease,
  fileName: string,
): Promise<TufRepoRow> {
  const row = await tufRepo.create(context, fleet, {
    id: crypto.randomUUID(),
    system_version: version,
    version_key: versionSortKey(version),
    hash,
    file_name: fileName,
    time_created: now(context),
  })
  await addArtifacts(context, row.id, artifacts)
  return row
}

/** Artifacts that one query looks up: an engine takes a limited number of parameters. */
const AT_ONCE = 100

/** @throws ApiError 409 for an artifact of another release with the same name and version and other contents. */
async function refuseClash({ db }: Context, artifacts: readonly ReleaseArtifact[]): Promise<void> {
  for (let from = 0; from < artifacts.length; from += AT_ONCE) {
    const part = artifacts.slice(from, from + AT_ONCE)
    const clash = await db
      .selectFrom('tuf_artifact')
      .innerJoin('tuf_repo', 'tuf_repo.id', 'tuf_artifact.tuf_repo_id')
      .select(['tuf_artifact.name', 'tuf_artifact.version', 'tuf_repo.system_version'])
      .where((eb) =>
        eb.or(
          part.map(({ name, version, kind, hash }) =>
            eb.and([
              eb('tuf_artifact.name', '=', name),
              eb('tuf_artifact.version', '=', version),
              eb('tuf_artifact.kind', '=', kind),
              eb('tuf_artifact.hash', '<>', hash),
            ]),
          ),
        ),
      )
      .limit(1)
      .executeTakeFirst()
    if (clash)
      throw conflict(
        `artifact ${clash.name} ${clash.version} exists with other contents, in release ${clash.system_version}`,
      )
  }
}
