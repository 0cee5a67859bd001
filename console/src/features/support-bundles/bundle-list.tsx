import { supportBundleList } from '@granary/contract/generated/client.ts'
import { MAX_BUNDLES } from '@granary/domain/support-bundles.ts'
import { Outlet } from '@tanstack/react-router'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import { useMemo } from 'react'
import { CreateLink } from '../../app/kit/lists/create-link.tsx'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { usePage } from '../../app/kit/lists/use-page.ts'
import { pathTo } from '../../app/paths.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { Button } from '../../ui/button.tsx'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { AboutBundles } from './about-bundles.tsx'
import { type Bundle, BundleStateBadge, nameOf, useRefusal } from './bundle.tsx'
import { bundles } from './queries.ts'
import { useBundleEntries } from './use-bundle-entries.tsx'

const CREATE = '/system/support-bundles-new'
const pathOf = (bundleId: string) => pathTo('/system/support-bundles/$bundleId', { bundleId })

const column = columnsOf<Bundle>()
const columns = [
  column.accessor('userComment', {
    header: 'Comment',
    meta: { kind: 'fills' },
    cell: ({ row: { original: bundle } }) => (
      <NameLink to="/system/support-bundles/$bundleId" params={{ bundleId: bundle.id }}>
        {nameOf(bundle)}
      </NameLink>
    ),
  }),
  column.accessor('state', {
    header: 'State',
    cell: ({ row: { original: bundle } }) => <BundleStateBadge bundle={bundle} />,
  }),
  column.accessor('size', {
    header: 'Size',
    meta: { align: 'end' },
    cell: ({ getValue }) => {
      const size = getValue()
      return size == null ? <Missing /> : <ByteSize bytes={size} />
    },
  }),
  column.accessor('timeCreated', {
    header: 'Requested',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.accessor('since', {
    header: 'Logs since',
    meta: { givesWay: 'first' },
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((bundle) => <BundleActions bundle={bundle} />),
]

/** Lists support bundles, the newest first, and says what is in them. */
export function BundleList() {
  const page = usePage(supportBundleList, bundles)
  const { rows } = page
  const refusal = useRefusal()
  const full = refusal ?? fullReason(rows)
  useQuickActions(
    'Actions',
    useMemo(() => (full === null ? [{ label: 'New support bundle', href: CREATE }] : []), [full]),
  )
  useQuickActions(
    'Go to support bundle',
    useMemo(() => (rows ?? []).map((row) => ({ label: nameOf(row), href: pathOf(row.id) })), [rows]),
  )
  const create =
    full === null ? (
      <CreateLink to={CREATE}>New support bundle</CreateLink>
    ) : (
      <Button disabledReason={full}>New support bundle</Button>
    )
  return (
    <>
      <ListPage
        title="Support bundles"
        icon={<LifeBuoy />}
        create={create}
        columns={columns}
        page={page}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            icon={<LifeBuoy />}
            title="No support bundles"
            purpose="A support bundle has what people need to find out why this cloud misbehaves: logs, settings, and the state of the system."
            action={create}
          />
        }
        aside={<AboutBundles />}
      />
      <Outlet />
    </>
  )
}

/** Returns why the server would refuse another bundle now, or null. All bundles are on one page. */
function fullReason(rows: readonly Bundle[] | undefined): string | null {
  if (rows?.some(({ state }) => state === 'collecting'))
    return 'One bundle is collected at a time. Wait until it is done, or cancel it.'
  return rows && rows.length >= MAX_BUNDLES
    ? `${MAX_BUNDLES} bundles are kept. Delete one to create another.`
    : null
}

function BundleActions({ bundle }: { bundle: Bundle }) {
  const entriesOf = useBundleEntries()
  return <ActionsMenu id={bundle.id} entries={entriesOf(bundle)} />
}
