import { useMemo } from 'react'
import { useWhole } from '../../app/kit/use-whole.ts'
import { useProject } from '../../app/route-params.ts'
import { pathTo } from '../../app/paths.ts'
import { ReadOnly } from '../../ui/read-only.ts'
import { Tip } from '../../ui/tooltip.tsx'
import { AccessPage, type RowActions } from './access-page.tsx'
import { accessColumns } from './columns.tsx'
import { projectAccess, projectPlace } from './place.ts'
import { nameOf, rowId, rowsOf } from './rows.ts'

const EMPTY = {
  title: 'No authorized users',
  body: 'Give somebody permission to view, edit or administer this project.',
  add: 'Add user or group to project',
}
const SUMMARY =
  'Whoever has a role in the silo has one in each of its projects. A project can give more to users, and to groups for all of their members. Of several roles the strongest counts.'

const roleHeader = () => (
  <span className="inline-flex items-center gap-1">
    Role
    <Tip>What counts is the strongest of the roles in the silo and in the project.</Tip>
  </span>
)

/** Who has a role in a project, by the project itself or by its silo. */
export function ProjectAccess() {
  const project = useProject()
  const page = useWhole(projectAccess(project), rowsOf)
  const place = useMemo(() => projectPlace(project), [project])
  const columns = useMemo(
    () => (actions: RowActions) =>
      accessColumns(
        'project',
        (group) => pathTo('/projects/$project/access/groups/$group', { project, group }),
        roleHeader,
        actions,
      ),
    [project],
  )
  return (
    // It has its own rule of who may change it.
    <ReadOnly value={null}>
      <AccessPage
        title="Project Access"
        place={place}
        page={page}
        assigned={page.rows ?? []}
        columns={columns}
        rowId={rowId}
        nameOf={nameOf}
        empty={EMPTY}
        summary={SUMMARY}
      />
    </ReadOnly>
  )
}
