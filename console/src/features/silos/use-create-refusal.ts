import { useMay } from '../../app/permissions.ts'

/** Returns why the user may not create a silo, or null. */
export const useCreateRefusal = (): string | null =>
  useMay().fleet('modify_silos') ? null : 'Only collaborators and admins of the fleet can create silos'
