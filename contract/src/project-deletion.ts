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

/** Everything that deleting a project with its contents deletes. */
export const ProjectDeletionPlan = z
  .object({
    total: z.int().meta({ description: 'Number of resources in the project' }),
    stops: z.int().meta({ description: 'Number of instances that run and are stopped first' }),
    blocked: z.int().meta({ description: 'Number of resources that cannot be deleted now' }),
    contents: z
      .array(
        z.object({
          kind: z.enum(projectKinds).meta({ description: 'Kind of resource' }),
          count: z.int().meta({ description: 'Number of resources of this kind' }),
          first: z.array(Thing).meta({ description: 'The first ones by name; those with a problem lead' }),
        }),
      )
      .meta({ description: 'By kind, in the order of deletion; only kinds that the project contains' }),
  })
  .meta({ id: 'ProjectDeletionPlan' })

export const ProjectDeleteWithContents = z
  .object({
    name: Name.meta({ description: 'Name of the project, as a confirmation' }),
  })
  .meta({ id: 'ProjectDeleteWithContents' })
