import { Outlet } from '@tanstack/react-router'
import { useMay } from '../../app/permissions.ts'
import { ReadOnly } from '../../ui/read-only.ts'

/** The pages of networks: read-only for users who may change instances, but not networks. */
export const NetworkArea = () => (
  <ReadOnly value={useMay().project('modify_network')}>
    <Outlet />
  </ReadOnly>
)
