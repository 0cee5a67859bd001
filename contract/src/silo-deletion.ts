import { projectKinds } from '@granary/domain/kinds.ts'
import { z } from 'zod'
import { deletionPlan } from './project-deletion.ts'
import { Name } from './scalars.ts'

/** Kinds that a silo's deletion deletes one by one. */
export const siloContents = [...projectKinds, 'project', 'silo-image'] as const
export type SiloContent = (typeof siloContents)[number]

/** Kinds that are deleted together with their silo. */
export const siloBelongings = [
  'silo-user',
  'silo-group',
  'saml-identity-provider',
  'scim-token',
  'certificate',
] as const

/** Everything that deleting a silo with its contents deletes. */
export const SiloDeletionPlan = z
  .object({
    ...deletionPlan('silo', siloContents),
    belongings: z
      .array(
        z.object({
          kind: z.enum(siloBelongings).meta({ description: 'Kind of resource' }),
          count: z.int().meta({ description: 'Number of resources of this kind' }),
        }),
      )
      .meta({ description: 'Resources that are deleted together with the silo, by kind' }),
  })
  .meta({ id: 'SiloDeletionPlan' })

export const SiloDeleteWithContents = z
  .object({ name: Name.meta({ description: 'Name of the silo, as a confirmation' }) })
  .meta({ id: 'SiloDeleteWithContents' })
