import { Outlet, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { TabsWithHistory } from '../../app/history/tabs-with-history.tsx'
import { linkTo } from '../../app/paths.ts'
import { useMay } from '../../app/permissions.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { Description } from '../../ui/table/description.tsx'
import { Id } from '../../ui/format/id.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { BesideFacts } from '../../ui/page/beside-facts.tsx'
import { Property } from '../../ui/page/properties-table.tsx'
import { LinkedSilos } from './linked-silos.tsx'
import { VersionBadge } from './pool-cells.tsx'
import type { Pool, PoolKind } from './pool-kinds.ts'
import type { PoolTab } from './pool-search.ts'
import { usePoolEntries } from './use-pool-entries.tsx'

type PoolPageProps = {
  kind: PoolKind
  pool: Pool
  icon: ReactNode
  /** Why the pool can't be deleted. */
  keptReason: string | false
  /** The first tab: the ranges or the members of the pool, and the action that adds one. */
  contents: { label: string; content: ReactNode; addLabel: string; addPath: string }
  tab: PoolTab | undefined
  /** Properties after the version. */
  children: ReactNode
}

/** The page of a pool: its contents and the silos that use it. */
export function PoolPage({ kind, pool, icon, keptReason, contents, tab, children }: PoolPageProps) {
  const navigate = useNavigate()
  const entriesOf = usePoolEntries(kind, () => navigate(linkTo(kind.listPath)))
  const mayChange = useMay().fleet('modify')
  const { addLabel, addPath } = contents
  const isContents = tab === undefined
  useQuickActions(
    'Actions',
    useMemo(
      () =>
        mayChange
          ? [
              ...(isContents ? [{ label: addLabel, href: addPath }] : []),
              { label: `Edit ${kind.noun}`, href: kind.editPath(pool.name) },
            ]
          : [],
      [mayChange, isContents, addLabel, addPath, kind, pool.name],
    ),
  )
  return (
    <>
      <PageHeader
        title={pool.name}
        icon={icon}
        actions={
          <>
            <DocsPopover {...kind.docs} />
            <ActionsMenu label={`${kind.title} actions`} id={pool.id} entries={entriesOf(pool, keptReason)} />
          </>
        }
      />
      <BesideFacts
        facts={
          <>
            <Property label="ID">
              <Id id={pool.id} maxWidth="20rem" />
            </Property>
            <Property label="Description">
              <Description text={pool.description} />
            </Property>
            <Property label="IP version">
              <VersionBadge version={pool.ipVersion} />
            </Property>
            {children}
          </>
        }
      >
        <div className="mt-6">
          <TabsWithHistory
            label={kind.title}
            id={pool.id}
            tabs={[
              { id: 'contents', label: contents.label, content: contents.content },
              { id: 'silos', label: 'Linked silos', content: <LinkedSilos kind={kind} pool={pool} /> },
            ]}
            selected={tab}
          />
        </div>
        <Outlet />
      </BesideFacts>
    </>
  )
}
