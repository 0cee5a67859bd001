import { MAX_BUNDLES } from '@granary/domain/support-bundles.ts'
import { onFleet } from './needs.ts'
import { del, family, get, head, post, put } from './operation.ts'
import { pageOf, paginated, TimeAndIdSortMode, Uuid } from './scalars.ts'
import { SupportBundleCreate, SupportBundleInfo, SupportBundleUpdate } from './schemas/support-bundles.ts'
import { z } from 'zod'

const AT = '/v1/system/support-bundles'
const params = { bundleId: Uuid.meta({ description: 'ID of the bundle' }) }
const fileParams = {
  ...params,
  file: z.string().max(255).meta({ description: 'Name of the file, as the index has it' }),
}
const RANGES = 'A `range` header asks for a part of the bytes. Refused with 400 unless the bundle is active.'

const bytes = { needs: onFleet('read'), shows: [], kind: 'stream' } as const

export const supportBundles = family('system/support-bundles', {
  supportBundleList: get(AT, {
    summary: 'List support bundles',
    description: 'Lists support bundles by the time when they were requested.',
    needs: onFleet('read'),
    shows: ['support-bundle'],
    columns: ['timeCreated', 'state', 'progress', 'size', 'userComment', 'reasonForFailure', 'id'],
    query: paginated(TimeAndIdSortMode),
    response: pageOf(SupportBundleInfo).meta({ id: 'SupportBundleInfoResultsPage' }),
  }),
  supportBundleCreate: post(AT, {
    summary: 'Create support bundle',
    description: `Collects logs, settings without secrets, and the state of the system in the background. One bundle is collected at a time (409), and ${MAX_BUNDLES} are kept (507).`,
    needs: onFleet('modify'),
    changes: ['support-bundle'],
    body: SupportBundleCreate,
    response: SupportBundleInfo,
  }),
  supportBundleView: get(`${AT}/{bundleId}`, {
    summary: 'Fetch support bundle',
    description: 'Finds a support bundle by its ID.',
    needs: onFleet('read'),
    shows: ['support-bundle'],
    params,
    response: SupportBundleInfo,
  }),
  supportBundleUpdate: put(`${AT}/{bundleId}`, {
    summary: 'Update support bundle',
    description: 'Replaces the comment of a bundle; null removes it.',
    needs: onFleet('modify'),
    changes: ['support-bundle'],
    params,
    body: SupportBundleUpdate,
    response: SupportBundleInfo,
  }),
  supportBundleDelete: del(`${AT}/{bundleId}`, {
    summary: 'Delete support bundle',
    description:
      'Deletes a bundle, or cancels one that is being collected. Its files are deleted in the background.',
    needs: onFleet('modify'),
    changes: ['support-bundle'],
    params,
  }),
  supportBundleDownload: get(`${AT}/{bundleId}/download`, {
    summary: 'Download support bundle',
    description: `Returns the bundle as a zip file. ${RANGES}`,
    params,
    ...bytes,
  }),
  supportBundleHead: head(`${AT}/{bundleId}/download`, {
    summary: 'Fetch the size of a support bundle',
    description: 'Returns the headers of the download without the bytes.',
    params,
    ...bytes,
  }),
  supportBundleIndex: get(`${AT}/{bundleId}/index`, {
    summary: 'List files of a support bundle',
    description: `Returns the names of the files in the bundle as text, one in each line. ${RANGES}`,
    params,
    ...bytes,
  }),
  supportBundleDownloadFile: get(`${AT}/{bundleId}/download/{file}`, {
    summary: 'Download file of a support bundle',
    description: `Returns one file of the bundle, unpacked. ${RANGES}`,
    params: fileParams,
    ...bytes,
  }),
  supportBundleHeadFile: head(`${AT}/{bundleId}/download/{file}`, {
    summary: 'Fetch the size of a file of a support bundle',
    description: 'Returns the headers of the download of a file without the bytes.',
    params: fileParams,
    ...bytes,
  }),
})
