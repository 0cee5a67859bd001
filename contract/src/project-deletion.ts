import { projectKinds } from '@granary/domain/kinds.ts'
import { z } from 'zod'
import { Name, Uuid } from './scalars.ts'

const Thing = z.object({
  id: Uuid.meta({ description: 'Unique ID' }),
  name: Name.meta({ description: 'Name in the project' }),
  problem: z
    .string()
    .nullable()
    .meta({ description: 'Why it cannot be deleted now, in the words of the refusal; null when it can' }),
})

/** The fields of a deletion plan. @param place what contains the resources. */
export const deletionPlan = <const Kinds extends readonly [string, ...string[]]>(
  place: 'project' | 'silo',
  kinds: Kinds,
) => ({
  total: z.int().meta({ description: `Number of resources in the ${place}` }),
  stops: z.int().meta({ description: 'Number of instances that run and are stopped first' }),
  blocked: z.int().meta({ description: 'Number of resources that cannot be deleted now' }),
  contents: z
    .array(
      z.object({
        kind: z.enum(kinds).meta({ description: 'Kind of resource' }),
        count: z.int().meta({ description: 'Number of resources of this kind' }),
        first: z.array(Thing).meta({ description: 'The first ones by name; those with a problem lead' }),
      }),
    )
    .meta({ description: `By kind, in the order of deletion; only kinds that the ${place} contains` }),
})

/** Everything that deleting a project with its contents deletes. */
export const ProjectDeletionPlan = z
  .object(deletionPlan('project', projectKinds))
  .meta({ id: 'ProjectDeletionPlan' })

export const ProjectDeleteWithContents = z
  .object({
    name: Name.meta({ description: 'Name of the project, as a confirmation' }),
  })
  .meta({ id: 'ProjectDeleteWithContents' })
