import { siloIdentityProviderList } from '@granary/contract/generated/client.ts'
import { Link, Outlet } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useExtensions } from '../../api/extensions.ts'
import { ListSection } from '../../app/kit/lists/list-section.tsx'
import { usePage } from '../../app/kit/lists/use-page.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { linkTo } from '../../app/paths.ts'
import { Badge, StateBadge } from '../../ui/badge.tsx'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { described } from '../../ui/table/description.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { RoleBadge } from '../../kinds/role/roles.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { type Provider, type ProviderDialog, useProviderActions } from './actions.tsx'
import { ProviderDialogs } from './provider-dialogs.tsx'

const column = columnsOf<Provider>()
const published = [
  column.accessor('name', {
    header: 'name',
    cell: ({ row: { original: provider } }) => <ProviderName provider={provider} />,
  }),
  column.accessor('description', described),
  column.accessor('providerType', {
    header: 'Type',
    cell: ({ getValue }) => <Badge color="neutral">{getValue()}</Badge>,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
]

const changing = [
  column.accessor('enabled', {
    header: 'Status',
    cell: ({ getValue }) =>
      getValue() === false ? (
        <StateBadge color="danger">Disabled</StateBadge>
      ) : (
        <StateBadge color="positive">Enabled</StateBadge>
      ),
  }),
  column.accessor('maxFleetRole', {
    header: 'Fleet role limit',
    cell: ({ getValue }) => {
      const role = getValue()
      return role ? <RoleBadge level="fleet" role={role} /> : <Missing />
    },
  }),
]

function ProviderName({ provider }: { provider: Provider }) {
  const { at } = useSilo()
  return (
    <NameLink {...linkTo(at('idps/saml/$provider', { provider: provider.name }))}>{provider.name}</NameLink>
  )
}

type ProviderMenuProps = {
  provider: Provider
  onOpen: (dialog: ProviderDialog, provider: Provider) => void
}

function ProviderMenu({ provider, onOpen }: ProviderMenuProps) {
  const entries = useProviderActions(onOpen)
  return <ActionsMenu id={provider.id} entries={entries(provider)} />
}

/** Lists the identity providers of a silo, unless its users have local passwords. */
export function IdpsTab() {
  const { silo, at, may } = useSilo()
  const extensions = useExtensions()
  const [open, setOpen] = useState<{ dialog: ProviderDialog; provider: Provider } | null>(null)
  const columns = useMemo(
    () =>
      extensions
        ? [
            ...published,
            ...changing,
            column.actions((provider) => (
              <ProviderMenu
                provider={provider}
                onOpen={(dialog, chosen) => setOpen({ dialog, provider: chosen })}
              />
            )),
          ]
        : published,
    [extensions],
  )
  const page = usePage(siloIdentityProviderList, { query: { silo: silo.name } })
  const isLocal = silo.identityMode === 'local_only'
  const mayCreate = may('modify_identities') && !isLocal
  const href = at('idps-new')
  useQuickActions(
    'Actions',
    useMemo(() => (mayCreate ? [{ label: 'New provider', href }] : []), [mayCreate, href]),
  )
  const create = mayCreate ? (
    <Link {...linkTo(href)} className={buttonStyle()}>
      New provider
    </Link>
  ) : (
    <Button
      disabledReason={
        isLocal
          ? 'The users of this silo sign in with local passwords'
          : 'Only admins of the fleet and of this silo can add identity providers'
      }
    >
      New provider
    </Button>
  )
  return (
    <>
      <ListSection
        title="Identity providers"
        create={create}
        columns={columns}
        page={page}
        rowId={(provider) => provider.id}
        empty={
          <EmptyState
            drawing="access"
            title="No identity providers"
            body={
              isLocal
                ? 'The users of this silo sign in with local passwords. No identity provider is needed.'
                : "Users can't sign in to this silo until it has an identity provider."
            }
          />
        }
      />
      {extensions && open && (
        <ProviderDialogs extensions={extensions} open={open} onClose={() => setOpen(null)} />
      )}
      <Outlet />
    </>
  )
}
