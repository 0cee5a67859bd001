import { type Names, row, type Rows } from './rows.ts'

const ofFetch = ({ idOf }: Names) => ({ path: { fetch: idOf('fetch') } })

/** Disks, snapshots and images. */
export const storageRows = {
  imageList: row('siloContents'),
  imageView: row('siloImage', ({ of }) => ({ path: { image: of('image') } })),
  imageDisks: row('siloImage', ({ of }) => ({ path: { image: of('image') } })),
  diskBulkWriteImport: { body: { offset: 0, base64_encoded_data: '' } },
  diskWriteBlocks: { query: { offset: '0' }, body: '' },
  diskHoldImport: { body: { holder: 'a'.repeat(32) } },
  // It reads a disk in order to continue writing it.
  diskBlockDigests: { rule: 'projectWork', query: { offset: '0', length: '1' } },
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
  imageFetchCreate: {
    body: { name: 'fetched', description: '', os: 'x', version: '1', url: 'https://images.example/x' },
  },
  imageFetchView: row('projectRead', ofFetch),
  imageFetchCancel: row('projectWork', ofFetch),
  imageFetchRetry: row('projectWork', ofFetch),
  imageCatalogView: row('signedIn'),
  snapshotCreate: { body: { name: 'never', description: '', disk: 'data' } },
} satisfies Rows
