import { IMAGE_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { copyStates } from '@granary/domain/snapshot-states.ts'
import { z } from 'zod'
import { extra } from './extension.ts'
import { BlockSize } from './schemas/disks.ts'
import { decidedInside, on } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import {
  ByteCount,
  inProject,
  Name,
  NameOrId,
  NameOrIdSortMode,
  ofProject,
  countedPageOf,
  paginated,
  Uuid,
} from './scalars.ts'
import { taggedCreate, taggedIdentity } from './schemas/tags.ts'

const Digest = z
  .object({
    type: z.literal('sha256'),
    value: z.string().meta({ description: 'The digest in hexadecimal digits' }),
  })
  .meta({ id: 'Digest' })

export const ImageState = z.enum(copyStates).meta({ id: 'ImageState' })

export const Image = z
  .object({
    ...taggedIdentity,
    projectId: Uuid.nullable().meta({ description: 'Null for an image of the silo.' }),
    os: z.string().meta({ description: 'Operating system inside' }),
    version: z.string().meta({ description: 'Version of the operating system' }),
    size: ByteCount.meta({ description: 'Size in bytes' }),
    blockSize: BlockSize.meta({ description: 'Block size in bytes' }),
    digest: Digest.nullable().meta({ description: 'Digest of the content, where it is known' }),
    state: extra(ImageState.meta({ description: 'State of the image' })),
    failure: extra(
      z.string().nullable().meta({ description: 'Why it could not be made; null unless it is faulted' }),
    ),
  })
  .meta({ id: 'Image' })

export const ImageSource = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('snapshot'),
      id: Uuid.meta({ description: 'Snapshot to make the image from' }),
    }),
  ])
  .meta({ id: 'ImageSource' })

/** Free text that describes the content to users. */
const label = z.string().min(1).max(255)

export const ImageCreate = z
  .object({
    ...taggedCreate,
    os: label.meta({ description: 'Operating system inside' }),
    version: label.meta({ description: 'Version of the operating system' }),
    source: ImageSource.meta({ description: 'What the image is made from' }),
  })
  .meta({ id: 'ImageCreate' })

/** Maximum number of disks that are named. */
export const NAMED_DISKS = 10

/** The disks created from an image, as far as the caller may see them. */
export const ImageDisks = z
  .object({
    total: z.int().meta({ description: 'Number of disks that the caller can see' }),
    first: z
      .array(
        z.object({
          id: Uuid.meta({ description: 'ID of the disk' }),
          name: Name.meta({ description: 'Name of the disk' }),
          projectId: Uuid.meta({ description: 'Project of the disk' }),
          projectName: Name.meta({ description: 'Name of that project' }),
        }),
      )
      .meta({ description: 'The first by name, at most ten.' }),
  })
  .meta({ id: 'ImageDisks' })

export const images = family('images', {
  imageList: get('/v1/images', {
    summary: 'List images of a project, or of the silo when no project is given',
    description:
      'Lists the images of one project, or those that every project of the silo can use. Can be narrowed to names that contain a text.',
    choices: 'images',
    expectedFailures: { 403: "a user without a role in the silo uses only the project's images" },
    needs: decidedInside('`list_contents` on the project, or on your silo when no project is given.'),
    shows: ['project-image', 'silo-image'],
    columns: ['name', 'os', 'version', 'size', 'timeCreated', 'id'],
    query: {
      project: NameOrId.optional().meta({
        description:
          'Name or ID of the project whose images to list too; only those of the silo when left out',
      }),
      ...searchableBy(IMAGE_FIELDS),
      ...paginated(NameOrIdSortMode),
    },
    response: countedPageOf(Image).meta({ id: 'ImageResultsPage' }),
  }),
  imageCreate: post('/v1/images', {
    summary: 'Create image of a project, or of the silo when no project is given',
    description: 'Copies a snapshot, which can be deleted once the image is ready.',
    needs: decidedInside(
      '`modify_contents` on the project, or `modify_images` on your silo when no project is given. Also `read` on the snapshot.',
    ),
    changes: ['project-image', 'silo-image'],
    query: inProject,
    body: ImageCreate,
    response: Image,
  }),
  imageDelete: del('/v1/images/{image}', {
    summary: 'Delete image',
    description: 'Disks that were made from the image keep their content.',
    needs: on('image', 'modify_images'),
    changes: ['project-image', 'silo-image'],
    query: inProject,
  }),
  imagePromote: post('/v1/images/{image}/promote', {
    summary: "Promote a project's image to its silo",
    description:
      'Makes the image visible to every project of the silo. Also needs `modify_images` on the silo.',
    needs: on('image', 'modify_images'),
    changes: ['project-image', 'silo-image'],
    query: inProject,
    response: Image,
    status: 202,
  }),
  imageDemote: post('/v1/images/{image}/demote', {
    summary: "Demote a silo's image to a project",
    description: 'Makes the image visible to one project only. Also needs `modify_contents` on that project.',
    needs: on('image', 'modify_images', 'in_path'),
    changes: ['project-image', 'silo-image'],
    query: ofProject,
    response: Image,
    status: 202,
  }),
  imageDisks: get('/experimental/v1/images/{image}/disks', {
    summary: 'Fetch the disks made from an image',
    description: 'Counts the disks in projects that you can read, and names the first ten.',
    needs: on('image', 'read'),
    shows: ['disk'],
    query: inProject,
    response: ImageDisks,
  }),
  imageView: get('/v1/images/{image}', {
    summary: 'Fetch image',
    description:
      'By name, finds an image of the project in the query, or of the silo when there is none; by id, either kind.',
    expectedFailures: { 404: 'the image of a disk may be deleted' },
    needs: on('image', 'read'),
    shows: ['project-image', 'silo-image'],
    query: inProject,
    response: Image,
  }),
})
