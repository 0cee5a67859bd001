import { siloPolicyView, siloUserList } from '@granary/contract/generated/client.ts'
import { type SiloRole, siloRoles, strongest } from '@granary/domain/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, Outlet } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useExtensions } from '../../api/extensions.ts'
import { apiQuery } from '../../api/queries.ts'
import { ListSection } from '../../app/kit/lists/list-section.tsx'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { useFilteredPage } from '../../app/kit/lists/use-filtered-page.ts'
import { linkTo } from '../../app/paths.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Id } from '../../ui/format/id.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { RoleBadge } from '../../kinds/role/roles.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { useUserActions } from './actions.tsx'
import { UserStatusBadge } from './status-badge.tsx'
import type { User } from './user.ts'
import { useCreateRefusal } from './use-create-refusal.ts'

const SetPassword = lazyPart(() => import('./set-password.tsx'))

const column = columnsOf<User>()

const statusColumn = column.accessor('status', {
  header: 'Status',
  cell: ({ getValue }) => <UserStatusBadge status={getValue()} />,
})

/** Lists the users of a silo. Local users are also created and changed here. */
export function UsersTab() {
  const { silo, at } = useSilo()
  const { page, filter } = useFilteredPage(siloUserList, { silo: silo.name }, { isSearchable: false })
  const roles = useRoles(silo.name)
  const hasStatus = useExtensions() !== null
  const [setting, setSetting] = useState<User | null>(null)
  const isLocal = silo.identityMode === 'local_only'
  const refusal = useCreateRefusal()
  const mayCreate = refusal === null
  const newHref = at('users-new')
  useQuickActions(
    'Actions',
    useMemo(() => (mayCreate ? [{ label: 'New user', href: newHref }] : []), [mayCreate, newHref]),
  )
  const columns = useMemo(
    () => [
      column.accessor('displayName', {
        header: 'name',
        cell: ({ row: { original: user } }) => <UserName user={user} />,
      }),
      column.display({
        id: 'role',
        header: 'Silo role',
        cell: ({ row }) => <Role of={roles} user={row.original.id} />,
      }),
      column.accessor('id', { header: 'ID', cell: ({ getValue }) => <Id id={getValue()} /> }),
      ...(hasStatus ? [statusColumn] : []),
      column.accessor('timeCreated', {
        header: 'created',
        cell: ({ getValue }) => <DateTime date={getValue()} />,
      }),
      column.actions((user) => <UserActions user={user} onSetPassword={setSetting} />),
    ],
    [roles, hasStatus],
  )
  const create = mayCreate ? (
    <Link {...linkTo(newHref)} className={buttonStyle()}>
      New user
    </Link>
  ) : (
    <Button disabledReason={refusal}>New user</Button>
  )
  return (
    <>
      <ListSection
        title="Users"
        create={create}
        columns={columns}
        page={page}
        rowId={(user) => user.id}
        filter={filter}
        empty={
          <EmptyState
            drawing="people"
            title="No users"
            body={
              isLocal
                ? 'No user can sign in to this silo yet. Create a user, and give the first one the admin role.'
                : 'Users appear here when they first sign in, or when the identity provider creates them.'
            }
            action={mayCreate && create}
          />
        }
      />
      <Outlet />
      <Suspense fallback={null}>
        {setting && <SetPassword user={setting} silo={silo.name} onClose={() => setSetting(null)} />}
      </Suspense>
    </>
  )
}

/** Links to the user's sessions in the caller's own silo. The API does not list them for other silos. */
function UserName({ user }: { user: User }) {
  const { at, isOwn, may } = useSilo()
  if (!isOwn || !may('modify_identities')) return user.displayName
  return <NameLink {...linkTo(at('users/$userId', { userId: user.id }))}>{user.displayName}</NameLink>
}

function UserActions({ user, onSetPassword }: { user: User; onSetPassword: (user: User) => void }) {
  const entries = useUserActions(onSetPassword)
  return <ActionsMenu id={user.id} entries={entries(user)} />
}

type Roles = { byUser: Map<string, SiloRole> | undefined; error: Error | null }

/** Returns the strongest direct silo role of each identity. */
function useRoles(silo: string): Roles {
  const { data: policy, error } = useQuery({
    ...apiQuery(siloPolicyView, { path: { silo } }),
    throwOnError: false,
  })
  const byUser = useMemo(() => {
    if (!policy) return undefined
    const roles = new Map<string, SiloRole>()
    for (const { identityId, roleName } of policy.roleAssignments) {
      const before = roles.get(identityId)
      roles.set(identityId, strongest(siloRoles, before ? [before, roleName] : [roleName]) ?? roleName)
    }
    return roles
  }, [policy])
  return useMemo(() => ({ byUser, error }), [byUser, error])
}

/** The strongest silo role that a user has directly. */
export function Role({ of: { byUser, error }, user }: { of: Roles; user: string }) {
  if (!byUser) return error ? <Unread error={error} /> : <Skeleton className="h-3 w-16" />
  const role = byUser.get(user)
  return role ? <RoleBadge level="silo" role={role} /> : <Missing />
}
