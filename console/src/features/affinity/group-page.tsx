import { Outlet, useNavigate } from '@tanstack/react-router'
import Split from 'lucide-react/icons/split'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Description } from '../../ui/format/description.tsx'
import { Id } from '../../ui/format/id.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { Tip } from '../../ui/tooltip.tsx'
import { Members } from './members.tsx'
import { POLICY_HINT, PolicyBadge, TypeBadge } from './policy.tsx'
import { useGroupEntries } from './use-delete-group.tsx'
import { useGroup, useGroupPath, useMembers } from './use-group.ts'

/** One anti-affinity group: what it is, and who is in it. */
export function GroupPage() {
  const group = useGroup()
  const { project } = useGroupPath()
  const navigate = useNavigate()
  const members = useMembers(group.id)
  const entries = useGroupEntries(project, () =>
    navigate({ to: '/projects/$project/affinity', params: { project } }),
  )
  return (
    <>
      <PageHeader
        title={group.name}
        icon={<Split />}
        actions={<ActionsMenu label="Anti-affinity group actions" id={group.id} entries={entries(group)} />}
      />
      <PropertiesTable columns={2}>
        <Property label="type">
          <TypeBadge />
        </Property>
        <Property label="Created">
          <DateTime date={group.timeCreated} />
        </Property>
        <Property label="Description">
          <Description text={group.description} />
        </Property>
        <Property label="Members">
          {members.isPending ? (
            <span className="skeleton inline-block h-3 w-8" />
          ) : (
            (members.data?.items.length ?? <Missing />)
          )}
        </Property>
        <Property label="Policy">
          <span className="flex items-center gap-1.5">
            <PolicyBadge policy={group.policy} /> <Tip>{POLICY_HINT}</Tip>
          </span>
        </Property>
        <Property label="ID">
          <Id id={group.id} maxWidth="20rem" />
        </Property>
        <Property label="Failure domain">
          <span className="flex items-center gap-1.5">
            {group.failureDomain} <Tip>The machine that is lost at once when something breaks.</Tip>
          </span>
        </Property>
      </PropertiesTable>
      <Members group={group} project={project} />
      <Outlet />
    </>
  )
}
