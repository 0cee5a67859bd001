import { Outlet } from '@tanstack/react-router'
import { ReadOnly } from '../ui/read-only.ts'
import { useMay } from './permissions.ts'

/** The pages of a project. For viewers they are read-only, and show why. */
export const ProjectArea = () => (
  <ReadOnly value={useMay().project('modify_contents')}>
    <Outlet />
  </ReadOnly>
)
