import { useMay } from '../../app/permissions.ts'

/** Returns why the user may not change releases and trust roots, or null. */
export const useRefusal = (): string | null =>
  useMay().fleet('modify') ? null : 'Only admins of the fleet can change releases and trust roots'
