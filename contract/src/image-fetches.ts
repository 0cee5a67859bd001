import { checksumProblem, MAX_CHECKSUM_LENGTH } from '@granary/domain/checksums.ts'
import { imageUrlProblem } from '@granary/domain/image-urls.ts'
import { imageFetchStates } from '@granary/domain/image-fetches.ts'
import { labelProblem } from '@granary/domain/image-labels.ts'
import { z } from 'zod'
import { BlockSize } from './schemas/disks.ts'
import { on, signedIn } from './needs.ts'
import { family, get, post } from './operation.ts'
import {
  ByteCount,
  checkedText,
  IdSortMode,
  Name,
  ofProject,
  pageOf,
  paginated,
  Timestamp,
  Uuid,
  WebUrl,
} from './scalars.ts'
import { taggedCreate } from './schemas/tags.ts'

const Checksum = checkedText(checksumProblem, MAX_CHECKSUM_LENGTH)
const label = (name: string) => checkedText(labelProblem(name), 255).meta({ minLength: 1 })

const what = {
  os: label('OS').meta({ description: 'Operating system inside' }),
  version: label('Version').meta({ description: 'Version of the operating system' }),
  url: checkedText(imageUrlProblem, 2048).meta({
    format: 'uri',
    description:
      'Address of the image file, raw or qcow2; `granary:demo-image` for the demo image that the server makes itself',
  }),
}

export const ImageFetchState = z.enum(imageFetchStates).meta({ id: 'ImageFetchState' })

export const ImageFetch = z
  .object({
    id: Uuid.meta({ description: 'ID of the fetch' }),
    projectId: Uuid.meta({ description: 'Project of the image' }),
    name: Name.meta({ description: 'Name of the image' }),
    description: z.string().meta({ description: 'Description of the image' }),
    os: z.string().meta({ description: 'Operating system inside' }),
    version: z.string().meta({ description: 'Version of the operating system' }),
    blockSize: BlockSize.meta({ description: 'Block size in bytes' }),
    url: z.string().meta({ description: 'Address of the image file' }),
    checksum: z.string().nullable().meta({ description: 'SHA-256 or SHA-512 that the file must have' }),
    checksumUrl: z.string().nullable().meta({ description: 'Address of the list with the checksum' }),
    state: ImageFetchState.meta({ description: 'What the server does at present' }),
    bytesDone: ByteCount.meta({
      description: 'Bytes that are downloaded, or written in the state `writing`',
    }),
    bytesTotal: ByteCount.nullable().meta({ description: 'Bytes in all; null while that is not known' }),
    imageId: Uuid.nullable().meta({ description: 'The image, once its content is being written' }),
    errorCode: z.string().nullable().meta({ description: 'Code of the failure; null unless it failed' }),
    message: z.string().nullable().meta({ description: 'Why it failed; null unless it failed' }),
    timeCreated: Timestamp.meta({ description: 'When the fetch was requested' }),
    timeCompleted: Timestamp.nullable().meta({ description: 'When it ended; null while it runs' }),
  })
  .meta({ id: 'ImageFetch' })

export const ImageFetchCreate = z
  .object({
    ...taggedCreate,
    ...what,
    checksum: Checksum.nullish().meta({
      description: 'SHA-256 or SHA-512 that the file must have, in hexadecimal digits',
    }),
    checksumUrl: WebUrl.nullish().meta({
      description:
        'Address of a list with the checksum of the file, such as SHA256SUMS; not used when `checksum` is given',
    }),
    blockSize: BlockSize.default(512).meta({ description: 'Block size in bytes: 512 unless given' }),
  })
  .meta({ id: 'ImageFetchCreate' })

/** Also the form of an operator's own catalog file. */
export const CatalogImage = z
  .object({
    name: Name.meta({ description: 'Proposed name of the image' }),
    ...what,
    architecture: z.enum(['x86_64', 'aarch64']).meta({ description: 'Processors that it runs on' }),
    checksum: Checksum.nullable()
      .default(null)
      .meta({ description: 'SHA-256 or SHA-512 of a file that never changes' }),
    checksumUrl: WebUrl.nullable()
      .default(null)
      .meta({ description: "Address of the publisher's list of checksums" }),
    defaultUser: z.string().min(1).max(63).meta({ description: 'The user that the image creates for SSH' }),
    blockSize: BlockSize.default(512).meta({ description: 'Block size in bytes' }),
  })
  .meta({ id: 'CatalogImage' })

export const ImageCatalog = z
  .object({
    canFetch: z.boolean().meta({ description: 'Whether this server fetches images' }),
    images: z.array(CatalogImage).max(200).meta({ description: 'Public images, in the order to show them' }),
  })
  .meta({ id: 'ImageCatalog' })

const ofFetch = { fetch: Uuid.meta({ description: 'ID of the fetch' }) }

export const imageFetches = family('image-fetches', {
  imageFetchList: get('/experimental/v1/image-fetches', {
    summary: 'List image fetches',
    description:
      'Lists the fetches of a project of the last seven days: the unfinished ones, and the last 100 of each user that have ended.',
    needs: on('project', 'list_contents'),
    shows: ['image-fetch'],
    columns: ['id', 'name', 'state', 'bytesDone', 'bytesTotal', 'message', 'timeCreated'],
    query: { ...ofProject, ...paginated(IdSortMode) },
    response: pageOf(ImageFetch).meta({ id: 'ImageFetchResultsPage' }),
  }),
  imageFetchCreate: post('/experimental/v1/image-fetches', {
    summary: 'Fetch image from an address',
    description:
      'The server downloads a raw or qcow2 file in the background, compares its checksum and makes an image of the project. It connects to networks that its operator allows only. The image is created with your permissions at that time and counts against the storage quota then.',
    needs: on('project', 'modify_contents'),
    changes: ['image-fetch'],
    query: ofProject,
    body: ImageFetchCreate,
    response: ImageFetch,
  }),
  imageFetchView: get('/experimental/v1/image-fetches/{fetch}', {
    summary: 'Fetch image fetch',
    description: 'Includes how far it is, and why it failed.',
    needs: on('image-fetch', 'read'),
    shows: ['image-fetch'],
    params: ofFetch,
    response: ImageFetch,
  }),
  imageFetchCancel: post('/experimental/v1/image-fetches/{fetch}/cancel', {
    summary: 'Cancel image fetch',
    description:
      'Deletes the downloaded part and the unfinished image. A fetch that has ended stays as it is.',
    needs: on('image-fetch', 'modify_contents'),
    changes: ['image-fetch'],
    params: ofFetch,
    response: ImageFetch,
    status: 202,
  }),
  imageFetchRetry: post('/experimental/v1/image-fetches/{fetch}/retry', {
    summary: 'Retry image fetch',
    description: 'Starts a failed or cancelled fetch again, with your own permissions.',
    needs: on('image-fetch', 'modify_contents'),
    changes: ['image-fetch'],
    params: ofFetch,
    response: ImageFetch,
    status: 202,
  }),
  imageCatalogView: get('/experimental/v1/image-catalog', {
    summary: 'Fetch image catalog',
    description: 'Names public cloud images with their addresses. The operator of the server may replace it.',
    needs: signedIn,
    shows: [],
    response: ImageCatalog,
  }),
})
