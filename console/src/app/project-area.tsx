import { Outlet } from '@tanstack/react-router'
import { ReadOnly } from '../ui/read-only.ts'
import { useMay } from './permissions.ts'

/** The pages of a project: for whoever may only look at it they offer no changes, and say why. */
export const ProjectArea = () => (
  <ReadOnly value={useMay().project('modify_contents')}>
    <Outlet />
  </ReadOnly>
)
