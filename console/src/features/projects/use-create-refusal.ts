import { useMay } from '../../app/permissions.ts'
import { useCurrentUser } from '../../app/session.ts'

/** Returns why the user may not create a project in their silo, or null. */
export const useCreateRefusal = (): string | null =>
  useMay().silo(useCurrentUser().siloId, 'modify_contents')
    ? null
    : 'Only collaborators and admins of the silo can create projects'
