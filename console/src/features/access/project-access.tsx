import { useMemo } from 'react'
import { useWhole } from '../../app/kit/lists/use-whole.ts'
import { useProject } from '../../app/route-params.ts'
import { pathTo } from '../../app/paths.ts'
import { ReadOnly } from '../../ui/read-only.ts'
import { HeaderWithTip } from '../../app/kit/lists/header-with-tip.tsx'
import { AccessPage, type RowActions } from './access-page.tsx'
import { accessColumns } from './columns.tsx'
import { projectPlace } from './place.ts'
import { projectAccess } from './queries.ts'
import { nameOf, rowId, rowsOf } from './rows.ts'

const EMPTY = {
  title: 'No authorized users',
  body: 'Give a user permission to view, edit or administer this project.',
  add: 'Add user or group to project',
}
const SUMMARY =
  'A silo role applies to every project of the silo. A project can give users and groups stronger roles. If a user has several roles, the strongest one counts.'

const roleHeader = () => (
  <HeaderWithTip text="Role">The strongest of the silo and project roles counts.</HeaderWithTip>
)

/** Lists the users and groups with a role in a project, direct or from the silo. */
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
    // The page itself checks who may change the policy.
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
