import { diskStates } from '@granary/domain/disk-states.ts'
import { SILO_INSTANCE_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { projectRoles } from '@granary/domain/roles.ts'
import { z } from 'zod'
import { extra, extraInput } from './extension.ts'
import { InstanceListItem, InstanceState } from './schemas/instance-views.ts'
import { MAX_LISTED } from '@granary/domain/limits.ts'
import { searchableBy } from './list-filter.ts'
import { decidedInside } from './needs.ts'
import { family, get } from './operation.ts'
import { countedPageOf, ListTotal, Name, NameOrId, NameOrIdSortMode, paginated, Uuid } from './scalars.ts'

/** Kinds that a search finds. */
export const FOUND_KINDS = [
  'project',
  'instance',
  'disk',
  'snapshot',
  'image',
  'floating-ip',
  'external-subnet',
  'vpc',
] as const

const SearchResult = z
  .object({
    kind: z.enum(FOUND_KINDS).meta({ description: 'What it is' }),
    id: Uuid.meta({ description: 'ID of the resource' }),
    name: Name.meta({ description: 'Name of the resource' }),
    projectName: Name.nullable().meta({ description: 'Its project; null for an image of the silo' }),
    state: z
      .union([InstanceState, z.enum([...diskStates, 'ready'])])
      .nullable()
      .meta({ description: 'State of an instance, disk or snapshot' }),
    address: z.string().nullable().meta({
      description:
        'Address of a floating IP, external address of an instance, or network of an external subnet',
    }),
  })
  .meta({ id: 'SearchResult' })

/** An instance with its project, in a list of several projects. */
const PlacedInstance = z
  .object({
    ...InstanceListItem.shape,
    projectName: Name.meta({ description: 'Name of the project of the instance' }),
    myRole: extra(
      z.enum(projectRoles).meta({ description: 'The strongest role that the caller has in that project' }),
    ),
  })
  .meta({ id: 'PlacedInstance' })

const BootImage = z
  .object({
    name: Name.meta({ description: 'Name of the image' }),
    os: z.string().meta({ description: 'Operating system of the image' }),
    total: ListTotal.meta({ description: 'How many instances boot from a disk of it' }),
  })
  .meta({ id: 'BootImage' })

const CountsByState = z.array(
  z.object({
    state: InstanceState.meta({ description: 'The state' }),
    total: ListTotal.meta({ description: 'How many are in it' }),
  }),
)

/** Finding resources across the projects that the caller may see. */
export const search = family('experimental', {
  resourceSearch: get('/experimental/v1/search', {
    summary: 'Find resources by name, ID or address',
    description:
      'Finds names that begin with the text, and resources with exactly this ID or address, in all projects that you can see. Returns at most 20, without an order by relevance; a text within a name is not found.',
    needs: decidedInside('Finds only what you can read.'),
    shows: [
      'project',
      'instance',
      'disk',
      'snapshot',
      'project-image',
      'silo-image',
      'floating-ip',
      'external-subnet',
      'vpc',
    ],
    columns: ['kind', 'name', 'projectName', 'state', 'address', 'id'],
    query: {
      text: z
        .string()
        .min(1)
        .max(63)
        .meta({ description: 'Beginning of a name, a whole ID, or a whole address' }),
    },
    response: z
      .object({ items: z.array(SearchResult).meta({ description: 'At most 20 resources' }) })
      .meta({ id: 'SearchResults' }),
  }),
  siloInstanceList: get('/experimental/v1/instances', {
    summary: 'List instances of all projects',
    description: 'Lists the instances of all projects that you can see.',
    isLarge: true,
    needs: decidedInside('Lists only the instances that you can read.'),
    shows: ['instance', 'floating-ip', 'external-ip', 'project'],
    columns: ['name', 'projectName', 'runState', 'ncpus', 'memory', 'externalIps', 'timeCreated', 'id'],
    query: {
      ...searchableBy(SILO_INSTANCE_FIELDS),
      ...paginated(NameOrIdSortMode),
      limit: z
        .int()
        .min(1)
        .max(4_294_967_295)
        .optional()
        .meta({ description: 'Items per page: 100 unless given, which is also the maximum' }),
    },
    response: countedPageOf(PlacedInstance).meta({ id: 'PlacedInstanceResultsPage' }),
  }),
  instanceImageList: get('/experimental/v1/instance-images', {
    summary: 'Count instances by the image that they boot from',
    description:
      'Counts the instances of all projects that you can see, or of some of them: the first 10,000 instances, in the first 100 images by name. Images with the same name and operating system count as one.',
    isLarge: true,
    needs: decidedInside('Counts only the instances that you can read.'),
    shows: ['instance', 'project', 'project-image', 'silo-image'],
    columns: ['name', 'os', 'total'],
    query: {
      project: extraInput(
        z.array(NameOrId).max(MAX_LISTED).meta({ description: 'Only instances in one of these projects' }),
      ),
    },
    response: z
      .object({ items: z.array(BootImage).meta({ description: 'At most 100 images, by name' }) })
      .meta({ id: 'BootImages' }),
  }),
  siloInstanceCounts: get('/experimental/v1/instance-counts', {
    summary: 'Count the instances of all projects by state',
    description: 'Counts the instances of all projects that you can see: up to 10,000 in each state.',
    isLarge: true,
    needs: decidedInside('Counts only the instances that you can read.'),
    shows: ['instance', 'project'],
    response: z
      .object({ instanceStates: CountsByState.meta({ description: 'Instances by state' }) })
      .meta({ id: 'InstanceCounts' }),
  }),
})
