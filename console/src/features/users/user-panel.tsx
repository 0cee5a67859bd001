import type { ItemOf } from '@granary/contract/call.ts'
import {
  siloUserSecondFactorView,
  userSessionList,
  userTokenList,
  userView,
} from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import UserIcon from 'lucide-react/icons/circle-user-round'
import { type ReactNode, useState } from 'react'
import { useExtensions } from '../../api/extensions.ts'
import { ALL, apiQuery, optionalQuery } from '../../api/queries.ts'
import { useView } from '../../api/use-view.ts'
import { Failed, IfMissed } from '../../app/kit/pages/failed.tsx'
import { wasPushed } from '../../app/kit/pages/history.ts'
import { Metadata } from '../../app/kit/pages/metadata.tsx'
import { useMatchOf } from '../../app/route-params.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { PanelSubject, SidePanel } from '../../ui/overlay/side-panel.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useSilo } from '../../kinds/silo/use-silo.ts'
import { useLogOut } from './actions.tsx'

const ROUTES = [
  '/authenticated/system/silos/$silo/users-list/users/$userId',
  '/authenticated/silo/silo/users-list/users/$userId',
] as const

const session = columnsOf<ItemOf<'userSessionList'>>()
const sessionColumns = [
  session.accessor('timeCreated', {
    header: 'Signed in',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  session.accessor('timeLastUsed', {
    header: 'Last used',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
]

const token = columnsOf<ItemOf<'userTokenList'>>()
const tokenColumns = [
  token.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  token.accessor('timeExpires', {
    header: 'Expires',
    cell: ({ getValue }) =>
      getValue() ? <DateTime date={getValue()} /> : <Badge color="neutral">Never</Badge>,
  }),
]

/** The panel of a user's sessions and access tokens, in the caller's own silo, with a button that ends them. */
export function UserPanel() {
  const { at } = useSilo()
  const { userId } = useMatchOf(ROUTES).params
  const path = { userId }
  const user = useView(apiQuery(userView, { path }))
  const sessions = useQuery(apiQuery(userSessionList, { path, query: { limit: ALL } }))
  const tokens = useQuery(apiQuery(userTokenList, { path, query: { limit: ALL } }))
  const navigate = useNavigate()
  const logOut = useLogOut()
  const [animate] = useState(wasPushed)
  const close = () => void navigate({ href: at('users') })
  // Unknown while they load, or when they failed to.
  const isOut = sessions.data?.items.length === 0 && tokens.data?.items.length === 0
  return (
    <SidePanel
      title="User"
      subtitle={<PanelSubject icon={UserIcon} name={user.displayName} />}
      animate={animate}
      onClose={close}
      footer={
        <>
          <Button variant="ghost" size="sm" onPress={close}>
            Close
          </Button>
          <Button
            variant="danger"
            size="sm"
            disabledReason={isOut && 'The user has no sessions and no access tokens'}
            onPress={() => logOut(user)}
          >
            Log out everywhere
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <Metadata of={user} />
        <SecondFactor userId={userId} />
        <Part title="Sessions" query={sessions}>
          <DataTable
            label="Sessions"
            columns={sessionColumns}
            rows={sessions.data?.items}
            rowId={(row) => row.id}
            empty={<None>Signed in nowhere.</None>}
          />
        </Part>
        <Part title="Access tokens" query={tokens}>
          <DataTable
            label="Access tokens"
            columns={tokenColumns}
            rows={tokens.data?.items}
            rowId={(row) => row.id}
            empty={<None>No access tokens.</None>}
          />
        </Part>
      </div>
    </SidePanel>
  )
}

/** Whether a user signs in with a second factor; nothing where the caller may not know. */
function SecondFactor({ userId }: { userId: string }) {
  const { silo } = useSilo()
  const read = useQuery(
    optionalQuery(useExtensions(), siloUserSecondFactorView, {
      path: { userId },
      query: { silo: silo.name },
    }),
  )
  // Elsewhere the identity provider asks for it.
  if (silo.identityMode !== 'local_only') return null
  if (!read.data) return <IfMissed what="The second factor" of={read} />
  const { secondFactor } = read.data
  return (
    <section>
      <h3 className="mb-2 text-base font-semibold">Second factor</h3>
      {secondFactor ? (
        <p className="text-sm">
          Set up on <DateTime date={secondFactor.timeConfirmed} />
        </p>
      ) : (
        <None>Not set up.</None>
      )}
    </section>
  )
}

type PartProps = {
  title: string
  query: { error: Error | null; data: unknown; refetch: () => Promise<unknown> }
  children: ReactNode
}

const Part = ({ title, query, children }: PartProps) => (
  <section>
    <h3 className="mb-2 text-base font-semibold">{title}</h3>
    {query.error && !query.data ? (
      <Failed what={title} error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      children
    )}
  </section>
)

const None = ({ children }: { children: ReactNode }) => <p className="text-sm text-text-muted">{children}</p>
