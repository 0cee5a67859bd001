import { Outlet, useNavigate } from '@tanstack/react-router'
import Split from 'lucide-react/icons/split'
import { TagsProperty } from '../../kinds/tags/tags.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Description } from '../../ui/table/description.tsx'
import { Id } from '../../ui/format/id.tsx'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { TabsWithHistory } from '../../app/history/tabs-with-history.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { Tip } from '../../ui/tooltip.tsx'
import { AFFINITY_DOCS } from './docs.ts'
import { Members } from './members.tsx'
import { DOMAIN_HINT, POLICY_HINTS, PolicyBadge, TypeBadge } from '../../kinds/affinity-group/policy.tsx'
import { useGroupEntries } from './use-delete-group.tsx'
import { useFollowName, useGroup, useGroupPath, useMembers } from './use-group.ts'

/** The page of a group: its properties and its members. */
export function GroupPage() {
  const group = useGroup()
  useFollowName()
  const { project, kind, tab } = useGroupPath()
  const navigate = useNavigate()
  const members = useMembers(kind, group.id)
  const entries = useGroupEntries(project, kind, () =>
    navigate({ to: '/projects/$project/affinity', params: { project } }),
  )
  return (
    <>
      <PageHeader
        title={group.name}
        icon={<Split />}
        actions={
          <>
            <DocsPopover {...AFFINITY_DOCS} />
            <ActionsMenu label={`${kind.title} actions`} id={group.id} entries={entries(group)} />
          </>
        }
      />
      <PropertiesTable columns={2} className="mb-6">
        <Property label="type">
          <TypeBadge kind={kind.name} />
        </Property>
        <Property label="Created">
          <DateTime date={group.timeCreated} />
        </Property>
        <Property label="Description">
          <Description text={group.description} />
        </Property>
        <TagsProperty kind={`${kind.name}-group`} of={group} />
        <Property label="Members">
          {members.isPending ? (
            <span className="skeleton inline-block h-3 w-8" />
          ) : (
            (members.data?.items.length ?? (members.error && <Unread error={members.error} />))
          )}
        </Property>
        <Property label="Policy">
          <span className="flex items-center gap-1.5">
            <PolicyBadge policy={group.policy} /> <Tip>{POLICY_HINTS[kind.name]}</Tip>
          </span>
        </Property>
        <Property label="ID">
          <Id id={group.id} maxWidth="20rem" />
        </Property>
        <Property label="Failure domain">
          <span className="flex items-center gap-1.5">
            {group.failureDomain} <Tip>{DOMAIN_HINT}</Tip>
          </span>
        </Property>
      </PropertiesTable>
      <TabsWithHistory
        label={kind.title}
        id={group.id}
        tabs={[
          {
            id: 'members',
            label: 'Members',
            content: <Members kind={kind} group={group} project={project} />,
          },
        ]}
        selected={tab}
      />
      <Outlet />
    </>
  )
}
