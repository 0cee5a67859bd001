import { MAX_BULK_ITEMS } from '@granary/domain/bulk.ts'
import { TAG_KEY_MAX_LENGTH, TAG_VALUE_MAX_LENGTH, taggedKinds } from '@granary/domain/tags.ts'
import { z } from 'zod'
import { extraInput } from './extension.ts'
import { decidedInside, on } from './needs.ts'
import { family, get, put } from './operation.ts'
import { Name, NameOrId, ofProject, Uuid } from './scalars.ts'
import { Tag, TagKey, TagsUpdate } from './schemas/tags.ts'

export const TaggedKind = z.enum(taggedKinds).meta({ id: 'TaggedKind' })

export const TaggedResource = z
  .object({
    kind: TaggedKind.meta({ description: 'Kind of the resource' }),
    id: Uuid.meta({ description: 'ID of the resource' }),
    name: Name.meta({ description: 'Name of the resource' }),
    tags: z.array(Tag).meta({ description: 'Its tags, by key' }),
  })
  .meta({ id: 'TaggedResource' })

const TagUse = z
  .object({
    key: TagKey,
    value: z.string().meta({ description: 'Value of the tag' }),
    count: z.int().meta({ description: 'Number of resources that have it' }),
  })
  .meta({ id: 'TagUse' })

const path = '/experimental/v1/tags/{kind}/{resource}'
const params = {
  kind: TaggedKind.meta({ description: 'Kind of the resource' }),
  resource: NameOrId.meta({ description: 'Name or ID of the resource' }),
}
const query = {
  project: NameOrId.optional().meta({
    description: 'Name or ID of the project: required with a name, refused with an ID',
  }),
  vpc: NameOrId.optional().meta({
    description: 'Name or ID of the VPC: required with the name of a subnet, router or gateway',
  }),
}

/** Kinds whose tags may change. */
const CHANGES = [
  'affinity-group',
  'anti-affinity-group',
  'disk',
  'external-subnet',
  'floating-ip',
  'instance',
  'internet-gateway',
  'project-image',
  'silo-image',
  'snapshot',
  'vpc',
  'vpc-router',
  'vpc-subnet',
] as const

export const tags = family('tags', {
  tagList: get('/experimental/v1/tags', {
    summary: 'List the tags that a project uses',
    description: `Lists keys and values with the number of resources that have them, by key and value: at most ${MAX_BULK_ITEMS} tags. Of each kind, the first 10,000 resources are counted.`,
    isLarge: true,
    needs: on('project', 'list_contents'),
    shows: CHANGES,
    columns: ['key', 'value', 'count'],
    query: {
      ...ofProject,
      kind: extraInput(TaggedKind.meta({ description: 'Only tags of resources of this kind' })),
      key: extraInput(z.string().max(TAG_KEY_MAX_LENGTH).meta({ description: 'Only values of this key' })),
      contains: extraInput(
        z
          .string()
          .max(TAG_KEY_MAX_LENGTH + TAG_VALUE_MAX_LENGTH + 1)
          .meta({ description: 'Only tags that contain this text as `key=value`, in upper or lower case' }),
      ),
    },
    response: z
      .object({ items: z.array(TagUse).meta({ description: 'The tags, by key and value' }) })
      .meta({ id: 'TagUses' }),
  }),
  tagView: get(path, {
    summary: 'Fetch the tags of a resource',
    description: 'Lists its keys and values. Everyone who can read the resource can read its tags.',
    needs: decidedInside('Reads the tags of a resource that you can read.'),
    shows: CHANGES,
    params,
    query,
    response: TaggedResource,
  }),
  tagUpdate: put(path, {
    summary: 'Update the tags of a resource',
    command: { words: 'tag set', argument: 'set' },
    description:
      'Removes some keys and then sets some tags; other tags stay. A resource has at most 20 tags, and its firewall rules follow at once.',
    needs: decidedInside('Needs the permission to change the resource.'),
    changes: CHANGES,
    params,
    query,
    body: TagsUpdate,
    response: TaggedResource,
  }),
})
