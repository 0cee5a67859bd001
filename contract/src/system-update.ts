import { MAX_RELEASE_BYTES, MAX_ROOT_BYTES, releaseFileNameProblem } from '@granary/domain/releases.ts'
import { MAX_VERSION_LENGTH, VERSION_PATTERN, versionProblem } from '@granary/domain/versions.ts'
import { z } from 'zod'
import { extra } from './extension.ts'
import { onFleet } from './needs.ts'
import { ByteStream, del, family, get, post, put } from './operation.ts'
import { ByteCount, checkedText, IdSortMode, pageOf, paginated, Timestamp, Uuid } from './scalars.ts'

const AT = '/v1/system/update'

/** A semantic version: https://semver.org. */
export const Semver = checkedText(versionProblem, MAX_VERSION_LENGTH).meta({
  pattern: VERSION_PATTERN,
  examples: ['2.1.0'],
})
const systemVersion = Semver.meta({ description: 'Version of the release' })
const versionSortMode = z.enum(['version_ascending', 'version_descending']).meta({ id: 'VersionSortMode' })

const TufRepo = z
  .object({
    systemVersion,
    hash: z.string().meta({
      description: 'SHA-256 of the file, in lower-case hexadecimal digits',
      format: 'hex string (32 bytes)',
    }),
    fileName: z.string().meta({ description: 'Name of the file, as it was uploaded' }),
    timeCreated: Timestamp.meta({ description: 'When it was uploaded' }),
  })
  .meta({ id: 'TufRepo', description: 'A release, as a repository of The Update Framework (TUF)' })

const TufRepoUpload = z
  .object({
    repo: TufRepo.meta({ description: 'The release' }),
    status: z
      .enum(['already_exists', 'inserted'])
      .meta({ id: 'TufRepoUploadStatus' })
      .meta({ description: 'Whether the release is new; the same file may be uploaded again' }),
  })
  .meta({ id: 'TufRepoUpload' })

const TargetRelease = z
  .object({
    version: systemVersion,
    timeRequested: Timestamp.meta({ description: 'When it was set as the target' }),
  })
  .meta({ id: 'TargetRelease' })

const UpdateStatus = z
  .object({
    targetRelease: TargetRelease.nullable().meta({
      description: 'Release that all components are updated to; null until one is set',
    }),
    componentsByReleaseVersion: z.record(z.string(), z.int().min(0).meta({ format: 'uint' })).meta({
      description:
        'Number of components by the release that they run. `install dataset` counts those that were never updated, and `unknown` those that do not answer.',
    }),
    timeLastStepPlanned: Timestamp.meta({ description: 'When the last step of an update was planned' }),
    suspended: z.boolean().meta({
      description:
        'Whether no more components are updated until a recovery is finished: one could not be updated, or was changed by something else.',
    }),
    contactSupport: z
      .boolean()
      .meta({ description: 'Whether a component could not be updated, and has to be repaired' }),
    suspendedReason: extra(
      z.string().nullable().meta({ description: 'Why the update is suspended, for people' }),
    ),
  })
  .meta({ id: 'UpdateStatus' })

const ReleaseSpace = z
  .object({
    used: ByteCount.meta({ description: 'Size of the files of all releases' }),
    limit: ByteCount.meta({
      description: 'Size that they may have together; 0 on a server that takes no releases',
    }),
  })
  .meta({ id: 'ReleaseSpace', description: 'Space of the server that answers, which has files of its own' })

const SetTargetReleaseParams = z.object({ systemVersion }).meta({ id: 'SetTargetReleaseParams' })

const UpdatesTrustRoot = z
  .object({
    id: Uuid.meta({ description: 'Unique ID, which never changes' }),
    rootRole: z.unknown().meta({ description: 'The signed root document' }),
    timeCreated: Timestamp.meta({ description: 'When it was added' }),
  })
  .meta({
    id: 'UpdatesTrustRoot',
    description: 'A root of trust: releases that it vouches for may be uploaded',
  })

const trustRootId = Uuid.meta({ description: 'ID of the trust root' })

export const systemUpdate = family('system/update', {
  systemUpdateRepositoryList: get(`${AT}/repositories`, {
    summary: 'List releases',
    description: 'Lists the uploaded releases by version, the newest first unless asked otherwise.',
    needs: onFleet('read'),
    shows: ['tuf-repo'],
    columns: ['systemVersion', 'fileName', 'timeCreated', 'hash'],
    query: paginated(versionSortMode),
    response: pageOf(TufRepo).meta({ id: 'TufRepoResultsPage' }),
  }),
  systemUpdateRepositoryUpload: put(`${AT}/repositories`, {
    summary: 'Upload release',
    description:
      'Takes a zip file with a TUF repository that a trust root vouches for. Refused (409) if the version or an artifact exists with other contents. One release can be uploaded at a time.',
    command: { words: 'system-update upload' },
    needs: onFleet('modify'),
    changes: ['tuf-repo'],
    query: {
      fileName: checkedText(releaseFileNameProblem, 255).meta({
        description: 'Name of the file',
        examples: ['release-2.1.0.zip'],
      }),
    },
    body: ByteStream,
    bodyType: 'stream',
    maxBody: MAX_RELEASE_BYTES,
    response: TufRepoUpload,
  }),
  systemUpdateRepositoryView: get(`${AT}/repositories/{systemVersion}`, {
    summary: 'Fetch release',
    description: 'Finds a release by its version.',
    needs: onFleet('read'),
    shows: ['tuf-repo'],
    params: { systemVersion },
    response: TufRepo,
  }),
  systemUpdateRepositoryDelete: del(`/experimental${AT}/repositories/{systemVersion}`, {
    summary: 'Delete release',
    description: 'Frees its disk space. Refused while it is the target release.',
    needs: onFleet('modify'),
    changes: ['tuf-repo'],
    params: { systemVersion },
  }),
  systemUpdateSpaceView: get(`/experimental${AT}/space`, {
    summary: 'Fetch space of releases',
    description: 'Returns how much space the releases take on this server, and how much they may take.',
    command: { words: 'system-update space' },
    needs: onFleet('read'),
    shows: ['tuf-repo'],
    response: ReleaseSpace,
  }),
  systemUpdateStatus: get(`${AT}/status`, {
    summary: 'Fetch update status',
    description: 'Returns the target release, and how many components run which release.',
    command: { words: 'system-update status' },
    needs: onFleet('read'),
    shows: ['target-release', 'system-update'],
    response: UpdateStatus,
  }),
  targetReleaseUpdate: put(`${AT}/target-release`, {
    summary: 'Set target release',
    description:
      'Updates all components to a release, one after another. Refused for an older release, for one that is more than one major version ahead, and while an update is unfinished.',
    command: { words: 'system-update set-target', argument: 'systemVersion' },
    needs: onFleet('modify'),
    changes: ['target-release', 'system-update'],
    body: SetTargetReleaseParams,
    status: 204,
  }),
  systemUpdateRecoveryFinish: put(`${AT}/recovery-finish`, {
    summary: 'Finish recovery',
    description:
      'Ends the suspension of updates after components were repaired, and sets the target release. All components are updated to it, also if it is older.',
    command: { words: 'system-update finish-recovery', argument: 'systemVersion' },
    needs: onFleet('modify'),
    changes: ['target-release', 'system-update'],
    body: SetTargetReleaseParams,
    status: 204,
  }),
  systemUpdateTrustRootList: get(`${AT}/trust-roots`, {
    summary: 'List trust roots',
    description: 'Lists the root documents that may vouch for releases, by ID.',
    needs: onFleet('read'),
    shows: ['updates-trust-root'],
    columns: ['id', 'timeCreated'],
    query: paginated(IdSortMode),
    response: pageOf(UpdatesTrustRoot).meta({ id: 'UpdatesTrustRootResultsPage' }),
  }),
  systemUpdateTrustRootCreate: post(`${AT}/trust-roots`, {
    summary: 'Add trust root',
    description: 'Takes a signed root document of The Update Framework (`root.json`).',
    needs: onFleet('modify'),
    changes: ['updates-trust-root'],
    body: z.unknown().meta({ description: 'The signed root document' }),
    maxBody: MAX_ROOT_BYTES,
    response: UpdatesTrustRoot,
  }),
  systemUpdateTrustRootView: get(`${AT}/trust-roots/{trustRootId}`, {
    summary: 'Fetch trust root',
    description: 'Finds a trust root by its ID.',
    needs: onFleet('read'),
    shows: ['updates-trust-root'],
    params: { trustRootId },
    response: UpdatesTrustRoot,
  }),
  systemUpdateTrustRootDelete: del(`${AT}/trust-roots/{trustRootId}`, {
    summary: 'Delete trust root',
    description: 'Releases that were uploaded before stay.',
    needs: onFleet('modify'),
    changes: ['updates-trust-root'],
    params: { trustRootId },
  }),
})
