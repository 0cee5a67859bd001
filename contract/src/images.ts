import { z } from 'zod'
import { BlockSize } from './disks.ts'
import { family, get } from './operation.ts'
import {
  ByteCount,
  identity,
  inProject,
  NameOrId,
  NameOrIdSortMode,
  pageOf,
  paginated,
  Uuid,
} from './scalars.ts'

const Digest = z.object({ type: z.literal('sha256'), value: z.string() }).meta({ id: 'Digest' })

export const Image = z
  .object({
    ...identity,
    /** Null for an image of the silo. */
    projectId: Uuid.nullable(),
    os: z.string(),
    version: z.string(),
    size: ByteCount,
    blockSize: BlockSize,
    digest: Digest.nullable(),
  })
  .meta({ id: 'Image' })

export const images = family('images', {
  imageList: get('/v1/images', {
    summary: 'List images of a project, or of the silo when no project is given',
    query: { project: NameOrId.optional(), ...paginated(NameOrIdSortMode) },
    response: pageOf(Image).meta({ id: 'ImageResultsPage' }),
  }),
  imageView: get('/v1/images/{image}', { summary: 'Fetch image', query: inProject, response: Image }),
})
