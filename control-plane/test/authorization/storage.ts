import { row, inProject, one, type Rows } from './rows.ts'

/** Disks, snapshots and images. */
export const storageRows = {
  diskList: inProject('projectRead'),
  diskCreate: inProject('projectWork', {
    name: 'never',
    description: '',
    size: 1,
    disk_backend: { type: 'local' },
  }),
  diskView: one('projectRead', 'disk'),
  diskDelete: one('projectWork', 'disk'),
  imageList: row('siloContents'),
  imageView: row('siloImage', ({ of }) => ({ path: { image: of('image') } })),
  imageDisks: row('siloImage', ({ of }) => ({ path: { image: of('image') } })),
  diskBulkWriteImportStart: one('projectWork', 'disk'),
  diskBulkWriteImport: row('projectWork', ({ of, inProject: query }) => ({
    path: { disk: of('disk') },
    query,
    body: { offset: 0, base64_encoded_data: '' },
  })),
  diskWriteBlocks: row('projectWork', ({ of, inProject: query }) => ({
    path: { disk: of('disk') },
    query: { ...query, offset: '0' },
    body: '',
  })),
  diskHoldImport: row('projectWork', ({ of, inProject: query }) => ({
    path: { disk: of('disk') },
    query,
    body: { holder: 'a'.repeat(32) },
  })),
  diskBlockDigests: row('projectWork', ({ of, inProject: query }) => ({
    path: { disk: of('disk') },
    query: { ...query, offset: '0', length: '1' },
  })),
  diskBulkWriteImportStop: one('projectWork', 'disk'),
  diskFinalizeImport: row('projectWork', ({ of, inProject: query }) => ({
    path: { disk: of('disk') },
    query,
    body: {},
  })),
  imageCreate: row('siloImageCreate', ({ idOf }) => ({
    body: {
      name: 'debian',
      description: '',
      os: 'x',
      version: '1',
      source: { type: 'snapshot', id: idOf('snapshot') },
    },
  })),
  imageDelete: row('siloImageChange', ({ of }) => ({ path: { image: of('image') } })),
  imagePromote: row('siloImageChange', ({ of }) => ({ path: { image: of('image') } })),
  imageDemote: row('siloImageChange', ({ of, idOf }) => ({
    path: { image: of('image') },
    query: { project: idOf('project') },
  })),
  snapshotCreate: inProject('projectWork', { name: 'never', description: '', disk: 'data' }),
  snapshotDelete: one('projectWork', 'snapshot'),
  snapshotList: inProject('projectRead'),
  snapshotView: one('projectRead', 'snapshot'),
} satisfies Rows
