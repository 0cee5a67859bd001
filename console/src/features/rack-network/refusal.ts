import { useMay } from '../../app/permissions.ts'

/** Returns why the user may not change the network of the rack, or null. */
export const useRefusal = (): string | null =>
  useMay().fleet('modify') ? null : 'Only fleet admins can change the network of the rack'
